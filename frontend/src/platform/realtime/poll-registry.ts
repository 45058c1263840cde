import { isSessionOver } from '../http/api-client';
import { browserTimers, type Timers } from '../autosave/autosave-types';
import { session } from '../session/session';
import { isSocketConnected } from './socket-status';
import { createChanges } from '../store';

/**
 * Result of a poll. 'soon': the expected change is not pushed, so the next poll comes after one interval even while the
 * socket is connected.
 */
export type Verdict = 'again' | 'soon' | 'done';

interface Entry<T> {
  value: T;
  timer: unknown;
  asking: boolean;
  /** True when another check was requested while one was in progress. */
  askAgain: boolean;
  /** Time of the last poll, or of the start of tracking. */
  askedAt: number;
  /** True when the last poll's verdict was 'soon'. */
  isSoon: boolean;
  silence: Silence | null;
}

/** A series of failed polls. */
interface Silence {
  since: number;
  polls: number;
  told: boolean;
}

interface PollOptions<T> {
  intervalMs: number;
  /** Polls an entry. After a rejection, the entry is polled again unless the session is over. */
  poll(id: string, value: T): Promise<Verdict>;
  /** Called once when polls have failed for a minute; called again only after a poll has succeeded in between. */
  onSilence?: (id: string, value: T) => void;
  /** Returns true while changes are pushed, so that frequent polls would be superfluous. */
  isPushed?: () => boolean;
  timers?: Timers;
}

/** Maximum wait between polls while the server is unreachable. */
const MAX_WAIT_MS = 30_000;
const SILENCE_MS = 60_000;
/** Poll interval while changes are pushed: a push may get lost, and some progress is not pushed. */
const LOOK_MS = 15_000;

const afterFailure = (error: unknown): Verdict => (isSessionOver(error) ? 'done' : 'again');

/**
 * Polls every tracked entry once per interval, no matter how many components watch it. While polls fail, the wait
 * doubles; a success resets it. While changes are pushed, entries are polled rarely. When the user signs out, all
 * entries are dropped.
 */
export class PollRegistry<T> {
  private readonly entries = new Map<string, Entry<T>>();
  private readonly changes = createChanges();
  private readonly timers: Timers;
  private readonly isPushed: () => boolean;

  constructor(private readonly options: PollOptions<T>) {
    this.timers = options.timers ?? browserTimers;
    this.isPushed = options.isPushed ?? isSocketConnected;
    session.onLeave(() => [...this.entries.keys()].forEach((id) => this.stop(id)));
  }

  /**
   * Starts to track an entry; returns false if it is tracked already. The first poll comes after one interval or at
   * once.
   */
  track(id: string, value: T, when: 'afterInterval' | 'atOnce' = 'afterInterval'): boolean {
    if (this.entries.has(id)) return false;
    const entry: Entry<T> = {
      value,
      timer: null,
      asking: false,
      askAgain: false,
      silence: null,
      askedAt: this.timers.now(),
      isSoon: false,
    };
    this.entries.set(id, entry);
    if (when === 'atOnce') void this.ask(id, entry);
    else this.schedule(id, entry);
    this.changes.announce();
    return true;
  }

  /** Polls at once, after a push, instead of waiting for the interval. */
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
    const doublings = Math.max(0, (entry.silence?.polls ?? 0) - 1);
    const wait = Math.min(this.options.intervalMs * 2 ** doublings, Math.max(this.options.intervalMs, MAX_WAIT_MS));
    entry.timer = this.timers.setTimeout(() => this.tick(id, entry), wait);
  }

  private tick(id: string, entry: Entry<T>): void {
    const isQuiet = this.isPushed() && !entry.isSoon && this.timers.now() - entry.askedAt < LOOK_MS;
    if (isQuiet) this.schedule(id, entry);
    else void this.ask(id, entry);
  }

  private async ask(id: string, entry: Entry<T>): Promise<void> {
    if (entry.timer !== null) this.timers.clearTimeout(entry.timer);
    entry.timer = null;
    entry.asking = true;
    let verdict: Verdict;
    do {
      entry.askAgain = false;
      verdict = await this.poll(id, entry);
    } while (verdict !== 'done' && entry.askAgain);
    entry.asking = false;
    entry.askedAt = this.timers.now();
    entry.isSoon = verdict === 'soon';
    if (this.entries.get(id) !== entry) return;
    if (verdict === 'done') this.stop(id);
    else this.schedule(id, entry);
  }

  private async poll(id: string, entry: Entry<T>): Promise<Verdict> {
    try {
      const verdict = await this.options.poll(id, entry.value);
      entry.silence = null;
      return verdict;
    } catch (error) {
      const silence = (entry.silence ??= { since: this.timers.now(), polls: 0, told: false });
      silence.polls += 1;
      if (!silence.told && this.timers.now() - silence.since >= SILENCE_MS) {
        silence.told = true;
        this.options.onSilence?.(id, entry.value);
      }
      return afterFailure(error);
    }
  }
}
