import { categoryOf } from '../../platform/domain/aggregate';
import type { EventStore } from '../../platform/event-store/event-store';
import { StreamHistory } from '../../platform/replay/stream-history';
import { projectAggregate } from '../../storyboard';
import { textWorkAggregate } from '../../story-ai';
import { walletAggregate } from '../../zaps';

const AGGREGATES = new Map(
  [projectAggregate, walletAggregate, textWorkAggregate].map((aggregate) => [aggregate.category, aggregate]),
);
/** Runs beside each other in the log mostly share their streams. */
const MOST = 32;

/** Streams as runs need them, each read once. */
export class Histories {
  private readonly streams = new Map<string, StreamHistory>();

  constructor(private readonly log: Pick<EventStore, 'readStream'>) {}

  /** Null for streams that no run is in. */
  async read(streamId: string): Promise<StreamHistory | null> {
    const known = this.streams.get(streamId);
    this.streams.delete(streamId);
    const aggregate = AGGREGATES.get(categoryOf(streamId));
    const found = known ?? (aggregate ? await StreamHistory.read(this.log, aggregate, streamId) : null);
    if (found) this.streams.set(streamId, found);
    const [oldest] = this.streams.keys();
    if (this.streams.size > MOST && oldest !== undefined) this.streams.delete(oldest);
    return found;
  }
}
