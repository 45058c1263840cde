import type { PushMessage } from '@storyreel/contracts';
import { type RecordedEvent, toRecorded } from '../domain/domain-event';
import type { EventStore, Position, Subscription } from '../event-store/event-store';
import { mergeDrafts } from './merge-drafts';
import type { PushRule } from './push-rule';

export interface PushHubOptions {
  events: EventStore;
  rules: readonly PushRule[];
  /** Resolves when the views have passed the position, so that a client that asks again sees the change. */
  viewsPassed(position: Position): Promise<unknown>;
  send(userId: string, message: PushMessage): void;
  log: { error(error: unknown, message: string): void };
}

/** Tails the log on every node and tells the sockets of the user concerned which views changed. */
export class PushHub {
  private subscription: Subscription | null = null;

  constructor(private readonly options: PushHubOptions) {}

  start(): void {
    this.subscription = this.options.events.subscribeAll({
      from: 'end',
      onBatch: async (events, checkpoint) => {
        await this.options.viewsPassed(checkpoint);
        this.publish(events.map(toRecorded), checkpoint);
      },
      onDropped: (error, retryInMs) => this.options.log.error(error, `Push dropped; again in ${retryInMs} ms.`),
    });
    this.subscription.closed.catch((error: unknown) => this.options.log.error(error, 'Push has stopped.'));
  }

  async stop(): Promise<void> {
    await this.subscription?.stop();
  }

  private publish(events: RecordedEvent[], position: Position): void {
    for (const [userId, drafts] of mergeDrafts(this.options.rules, events)) {
      for (const draft of drafts) this.options.send(userId, { ...draft, position });
    }
  }
}
