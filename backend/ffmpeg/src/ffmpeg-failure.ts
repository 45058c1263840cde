const NO_SPACE = /no space left on device|disk quota exceeded|file too large/iu;

interface HowItEnded {
  /** What ended it, when it did not end by itself. */
  killedBy?: NodeJS.Signals | null;
  /** Whether it was we who ended it, since its time was over. */
  late?: boolean;
}

/** Why a run of ffmpeg ended without its work done; `words` are the last ones it said, for a log and not for people. */
export class FfmpegFailure extends Error {
  /** Of whoever killed it: a system without memory, say. Null when it ended by itself or went beyond a limit of ours. */
  readonly killedBy: NodeJS.Signals | null;

  constructor(
    readonly ended: string,
    readonly words: string,
    { killedBy = null, late = false }: HowItEnded = {},
  ) {
    super(`ffmpeg ended with ${ended}: ${words || 'no message'}`);
    this.killedBy = late || killedBy === 'SIGXFSZ' || killedBy === 'SIGXCPU' ? null : killedBy;
  }

  /** Whether the disk, and not what it was given, is why. */
  get diskFull(): boolean {
    return NO_SPACE.test(this.words);
  }
}
