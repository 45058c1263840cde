import type { Trouble } from './trouble-of';

const NO_SPACE = /no space left on device|disk quota exceeded|file too large/iu;
/** How a child ends that went beyond what we let it take. */
const LIMITS: readonly (NodeJS.Signals | null)[] = ['SIGXFSZ', 'SIGXCPU'];

/** Why a run of ffmpeg ended without its work done; `words` are the last ones it said, for a log and not for people. */
export class FfmpegFailure extends Error {
  /** What the server lacked: ffmpeg says that there is no space, and whoever kills it says nothing. */
  readonly trouble: Trouble | null;

  /** @param killedBy null when it ended by itself, or was ended by us since its time was over */
  constructor(
    readonly ended: string,
    readonly words: string,
    killedBy: NodeJS.Signals | null = null,
  ) {
    super(`ffmpeg ended with ${ended}: ${words || 'no message'}`);
    const killed = killedBy !== null && !LIMITS.includes(killedBy);
    this.trouble = NO_SPACE.test(words) ? 'space' : killed ? 'killed' : null;
  }
}
