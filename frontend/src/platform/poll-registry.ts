import { isSessionOver } from './api-client';
import { browserTimers, type AutosaveTimers } from './autosave-types';
import { createChanges } from './store';

export type Verdict = 'again' | 'done';

interface Entry<T> {
  value: T;
  timer: unknown;
  asking: boolean;
  /** Asked to check while a check was under way. */
  askAgain: boolean;
}

interface PollOptions<T> {
  intervalMs: number;
  /** After a rejection the next poll may reach the server, unless nobody is signed in any more. */
  poll(id: string, value: T): Promise<Verdict>;
  timers?: AutosaveTimers;
}

const afterFailure = (error: unknown): Verdict => (isSessionOver(error) ? 'done' : 'again');

/** Polls every tracked thing exactly once per interval, however many components are interested in it. */
export class PollRegistry<T> {
  private readonly entries = new Map<string, Entry<T>>();
  private readonly changes = createChanges();
  private readonly timers: AutosaveTimers;

  constructor(private readonly options: PollOptions<T>) {
    this.timers = options.timers ?? browserTimers;
  }

  /** False when it is tracked already. The first poll comes after one interval, or at once. */
  track(id: string, value: T, when: 'afterInterval' | 'atOnce' = 'afterInterval'): boolean {
    if (this.entries.has(id)) return false;
    const entry: Entry<T> = { value, timer: null, asking: false, askAgain: false };
    this.entries.set(id, entry);
    if (when === 'atOnce') void this.ask(id, entry);
    else this.schedule(id, entry);
    this.changes.announce();
    return true;
  }

  /** A push said that something changed: don't wait for the interval. */
  checkNow(id: string): void {
    const entry = this.entries.get(id);
    if (!entry) return;
    if (entry.asking) entry.askAgain = true;
    else void this.ask(id, entry);
  }

  stop(id: string): void {
    const entry = this.entries.get(id);
    if (!entry) return;
    if (entry.timer !== null) this.timers.clearTimeout(entry.timer);
    this.entries.delete(id);
    this.changes.announce();
  }

  has = (id: string): boolean => this.entries.has(id);

  get = (id: string): T | undefined => this.entries.get(id)?.value;

  some = (matches: (value: T) => boolean): boolean => [...this.entries.values()].some((entry) => matches(entry.value));

  subscribe = this.changes.subscribe;

  private schedule(id: string, entry: Entry<T>): void {
    entry.timer = this.timers.setTimeout(() => void this.ask(id, entry), this.options.intervalMs);
  }

  private async ask(id: string, entry: Entry<T>): Promise<void> {
    if (entry.timer !== null) this.timers.clearTimeout(entry.timer);
    entry.timer = null;
    entry.asking = true;
    let verdict: Verdict;
    do {
      entry.askAgain = false;
      verdict = await this.options.poll(id, entry.value).catch(afterFailure);
    } while (verdict === 'again' && entry.askAgain);
    entry.asking = false;
    if (this.entries.get(id) !== entry) return;
    if (verdict === 'done') this.stop(id);
    else this.schedule(id, entry);
  }
}
