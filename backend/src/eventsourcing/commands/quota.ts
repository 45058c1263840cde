import { DomainError } from '../../lib/domain-error';
import { KeyedMutex } from '../../lib/concurrency';

interface RoomOptions {
  limit: number;
  /** What is counted, for people: 'projects'. */
  things: string;
  /** How many the user has besides the one of this id. */
  others(userId: string, id: string): Promise<number>;
}

/**
 * The limit of what a user has, each in a stream of its own. The views are asked, and a command waits until they show
 * what it did: so a node lets one command of a user after the other make something. Several nodes may each let one more
 * in at the same moment, and so may one whose views are later than commands wait for.
 */
export class Quota {
  private readonly queue = new KeyedMutex();

  constructor(private readonly options: RoomOptions) {}

  /**
   * Makes or brings back the one of this id, if the user may have it besides the others.
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
