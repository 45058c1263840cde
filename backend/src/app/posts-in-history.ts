import { Inject, Injectable } from '@nestjs/common';
import { toZaps } from '@storyreel/contracts';
import type { HistoryEntry } from '@storyreel/contracts';
import { DataSource, In } from 'typeorm';
import type { RecordedEvent } from '../eventsourcing/domain/domain-event';
import { toRecorded } from '../eventsourcing/domain/domain-event';
import { EventStore, StreamNotFound } from '../eventsourcing/event-store/event-store';
import { chargeEntity } from '../money/zaps';
import { type BesideHistory, newestFirst } from '../projects/storyboard';
import { type PostEvent, postListEntity, postSteps } from '../publishing';

/** Maximum number of posts shown in a project's history: the ones changed last. */
const POSTS = 100;

/** Reads the parts of a project's history that are in other streams: its posts, and the cost of its texts. */
@Injectable()
export class PostsInHistory implements BesideHistory {
  constructor(
    private readonly database: DataSource,
    @Inject(EventStore) private readonly events: Pick<EventStore, 'readStream'>,
  ) {}

  async posts(projectId: string, ownerId: string, sceneId?: string): Promise<HistoryEntry[]> {
    const rows = await this.database.getRepository(postListEntity).find({
      select: { id: true },
      where: { projectId, ownerId, ...(sceneId !== undefined && { sceneId }) },
      order: { updatedAt: 'desc', id: 'asc' },
      take: POSTS,
    });
    const steps = await Promise.all(rows.map(async ({ id }) => postSteps(id, await this.eventsOf(id))));
    return steps.flat().sort(newestFirst);
  }

  async zapsOf(ownerId: string, holdIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (holdIds.length === 0) return new Map();
    const rows = await this.database.getRepository(chargeEntity).find({
      select: { holdId: true, charged: true },
      where: { holdId: In([...holdIds]), userId: ownerId },
    });
    return new Map(rows.map(({ holdId, charged }) => [holdId, toZaps(charged)]));
  }

  private async eventsOf(id: string): Promise<RecordedEvent<PostEvent>[]> {
    const events: RecordedEvent<PostEvent>[] = [];
    try {
      for await (const event of this.events.readStream(`post-${id}`))
        if (event.data !== null) events.push(toRecorded(event) as RecordedEvent<PostEvent>);
    } catch (error) {
      if (!(error instanceof StreamNotFound)) throw error;
    }
    return events;
  }
}
