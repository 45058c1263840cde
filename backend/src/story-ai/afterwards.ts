import { Pause } from '../platform/pause';
import { type Delays, retryDelay } from '../platform/retry-policy';
import { toError } from '../platform/to-error';

const WAITS: Delays = { firstDelayMs: 200, maxDelayMs: 3_000 };

/** Does what a store that is away keeps this node from doing now: again and again, until it is done or too late. */
export class Afterwards {
  private readonly pauses = new Set<Pause>();
  private readonly running = new Set<Promise<void>>();
  private stopped = false;

  constructor(private readonly onGivenUp: (error: Error) => void) {}

  /** @param withinMs after so long it is given up, which is told with the last error */
  begin(withinMs: number, attempt: () => Promise<void>): void {
    const run = this.run(performance.now() + withinMs, attempt).finally(() => this.running.delete(run));
    this.running.add(run);
  }

  /** Resolves when nothing of it runs any more. What is not done by then stays undone. */
  async stop(): Promise<void> {
    this.stopped = true;
    for (const pause of this.pauses) pause.end();
    await Promise.all(this.running);
  }

  private async run(until: number, attempt: () => Promise<void>): Promise<void> {
    const pause = new Pause();
    this.pauses.add(pause);
    for (let failures = 0; !this.stopped; failures += 1) {
      try {
        await attempt();
        break;
      } catch (error) {
        if (performance.now() < until) await pause.for(retryDelay(WAITS, failures + 1));
        else {
          this.onGivenUp(toError(error));
          break;
        }
      }
    }
    this.pauses.delete(pause);
  }
}
