/** Why a run of ffmpeg ended without its work done; `words` are the last ones it said, for a log and not for people. */
export class FfmpegFailure extends Error {
  constructor(
    readonly ended: string,
    readonly words: string,
  ) {
    super(`ffmpeg ended with ${ended}: ${words || 'no message'}`);
  }

  /** Whether the disk, and not what it was given, is why. */
  get diskFull(): boolean {
    return /no space left on device|disk quota exceeded/iu.test(this.words);
  }
}
