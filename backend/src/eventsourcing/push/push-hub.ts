import type { PushMessage } from '@storyreel/contracts';
import { type RecordedEvent, toRecorded } from '../domain/domain-event';
import type { EventStore, Position, Subscription } from '../event-store/event-store';
import { logDropped, type DropLog } from '../event-store/subscription';
import { Pause } from '../../lib/time';
import { type Delays, retryDelay } from '../../lib/retry';
import type { LastNotified } from './last-notified';
import { mergeDrafts } from './push-rule';
import type { PushRule } from './push-rule';

const RESUBSCRIBE: Delays = { firstDelayMs: 500, maxDelayMs: 5_000 };

export interface PushHubOptions {
  events: EventStore;
  rules: readonly PushRule[];
  /** Resolves to true when the views have passed the position; to false if that takes too long. */
  viewsPassed(position: Position): Promise<boolean>;
  send(userId: string, message: PushMessage): void;
  told: LastNotified;
  log: DropLog;
}

/** Follows the log on every node, and notifies the sockets of an event's owner about changed views. */
export class PushHub {
  private readonly pause = new Pause();
  private subscription: Subscription | null = null;
  private running: Promise<void> = Promise.resolve();
  /** Last pushed position. Null until the log's head, the starting point, is known. */
  private place: Position | 'start' | null = null;
  private failures = 0;
  private stopped = false;

  constructor(private readonly options: PushHubOptions) {}

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.pause.end();
    await this.subscription?.stop();
    await this.running;
  }

  /** Resubscribes after a delay whenever the subscription has ended. */
  private async run(): Promise<void> {
    while (!this.stopped) {
      try {
        this.place ??= await this.begin();
        this.subscription = this.subscribe(this.place);
        if (this.stopped) await this.subscription.stop();
        await this.subscription.closed;
      } catch (error) {
        this.options.log.error(error, 'Push was interrupted; subscribing again.');
      }
      this.failures += 1;
      if (!this.stopped) await this.pause.for(retryDelay(RESUBSCRIBE, this.failures));
    }
  }

  private async begin(): Promise<Position | 'start'> {
    const head = await this.options.events.head();
    // A page opened at this position gets no notifications of earlier events, so the views must first show the log up
    // to here.
    if (head !== null) await this.untilShown(head);
    const place = head ?? 'start';
    this.options.told.begin(place);
    return place;
  }

  /**
   * Waits, without a time limit, until the views show the log up to a position. A window that is notified earlier would
   * read old data and would not be notified again.
   * @throws Error when push stops first
   */
  private async untilShown(position: Position): Promise<void> {
    for (let isLate = false; !(await this.options.viewsPassed(position)); isLate = true) {
      if (this.stopped) throw new Error(`Push stopped before the views had passed ${position}.`);
      if (isLate) continue;
      this.options.log.error(new Error(`The views have not passed ${position}.`), 'Push waits for the views.');
    }
  }

  private subscribe(from: Position | 'start'): Subscription {
    return this.options.events.subscribeAll({
      from,
      onBatch: async (events, checkpoint) => {
        await this.untilShown(checkpoint);
        this.publish(events.map(toRecorded), checkpoint);
        this.place = checkpoint;
        this.failures = 0;
      },
      onDropped: (error, retryInMs) => logDropped(this.options.log, 'Push', error, retryInMs),
    });
  }

  private publish(events: RecordedEvent[], position: Position): void {
    const { rules, log, told } = this.options;
    const refused = (error: unknown, { type, position: at }: RecordedEvent) =>
      log.error(error, `Push: ${type} at ${at} was skipped.`);
    const byUser = mergeDrafts(rules, events, refused);
    for (const [userId, drafts] of byUser) {
      for (const draft of drafts) this.options.send(userId, { ...draft, position });
    }
    told.told(byUser.keys(), position);
  }
}
