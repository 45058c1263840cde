import { DomainError } from '../../lib/domain-error';
import { KeyedMutex } from '../../lib/concurrency';

interface RoomOptions {
  limit: number;
  /** Plural noun for the counted objects, as used in messages, such as 'projects'. */
  things: string;
  /** Counts the user's objects except the one with this id. */
  others(userId: string, id: string): Promise<number>;
}

/**
 * Per-user quota for aggregates in separate streams. Existing aggregates are counted in the views. Therefore a user's
 * creations run one after the other within a node, and each waits until the views show its events. The quota may be
 * exceeded by one per node when several nodes create at the same moment, or when a node's views lag longer than
 * commands wait.
 */
export class Quota {
  private readonly queue = new KeyedMutex();

  constructor(private readonly options: RoomOptions) {}

  /**
   * Creates or restores the aggregate with this id if the quota allows it.
   * @throws DomainError limit_reached; the errors of `make`
   */
  take<T>(id: string, userId: string, make: () => Promise<T>): Promise<T> {
    const { limit, things } = this.options;
    return this.queue.run(userId, async () => {
      if ((await this.options.others(userId, id)) < limit) return make();
      throw new DomainError('limit_reached', `You can have at most ${limit} ${things}.`);
    });
  }
}
