import { DomainError } from '../../lib/domain-error';
import { KeyedMutex } from '../../lib/concurrency';

interface RoomOptions {
  limit: number;
  /** Plural noun for what is counted, as messages name it: 'projects'. */
  things: string;
  /** Counts the user's things without the one of this id. */
  others(userId: string, id: string): Promise<number>;
}

/**
 * Per-user quota for aggregates in separate streams. It counts in the views, and a command waits until the views show
 * its events; so within a node, a user's creations run one after the other. The quota may be exceeded by one per node
 * when several nodes create at the same moment, or when a node's views lag longer than commands wait.
 */
export class Quota {
  private readonly queue = new KeyedMutex();

  constructor(private readonly options: RoomOptions) {}

  /**
   * Creates or restores the aggregate of this id if the quota allows it.
   * @throws DomainError limit_reached, or what `make` throws
   */
  take<T>(id: string, userId: string, make: () => Promise<T>): Promise<T> {
    const { limit, things } = this.options;
    return this.queue.run(userId, async () => {
      if ((await this.options.others(userId, id)) < limit) return make();
      throw new DomainError('limit_reached', `You can have at most ${limit} ${things}.`);
    });
  }
}
