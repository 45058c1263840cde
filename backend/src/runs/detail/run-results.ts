import { Injectable } from '@nestjs/common';
import { FILE_LIMITS, type KeepRunRequest, type VideoItem } from '@storyreel/contracts';
import { CommandDispatcher } from '../../eventsourcing/commands/command-dispatcher';
import type { CommandContext } from '../../eventsourcing/commands/command-context';
import { DomainError, notFound } from '../../lib/domain-error';
import { derivedId } from '../../lib/ids';
import type { SessionUser } from '../../infra/sessions';
import { keyOfMediaUrl, MediaStore } from '../../infra/storage';
import { isJobEvent, isStep, KeepRun, UndoKeepRun } from '../../projects/storyboard';
import { RunEvents, sceneTextsIn } from './run-events';
import type { RunRow } from '../views/run.view';

/** Puts a run's results into its scene, and removes them again. */
@Injectable()
export class RunResults {
  constructor(
    private readonly events: RunEvents,
    private readonly media: MediaStore,
    private readonly dispatcher: CommandDispatcher,
  ) {}

  /** @throws DomainError not_found, bad_request, limit_reached */
  async keep(row: RunRow, by: SessionUser, { assetIds }: KeepRunRequest): Promise<void> {
    const { projectId, sceneId, id: runId } = row;
    const events = await this.events.of(row);
    const texts = row.kind === 'text' ? sceneTextsIn(events) : null;
    if (texts && projectId !== null && sceneId !== null) {
      const kept = { sceneId, runId, images: [], video: null, texts };
      await this.dispatcher.execute(new KeepRun(projectId, kept, this.context(row, by)));
      return;
    }
    const made = events.filter((event) => isJobEvent(event)).find((event) => isStep(event, 'Completed'))?.data;
    if (!made || projectId === null || sceneId === null) {
      throw new DomainError('bad_request', 'The run has made nothing that could be kept.');
    }
    const wanted = (id: string): boolean => assetIds?.includes(id) ?? true;
    const images = (made.images ?? []).filter(({ slotId }) => wanted(slotId));
    const video = made.video && wanted(made.video.id) ? made.video : null;
    if (images.length === 0 && video === null) throw notFound();
    const owned = {
      images: await Promise.all(
        images.map(async ({ slotId, url }) => ({ slotId, url: await this.ownedBy(row, slotId, url) })),
      ),
      video: video && (await this.ownedVideo(row, video)),
    };
    await this.dispatcher.execute(new KeepRun(projectId, { sceneId, runId, ...owned }, this.context(row, by)));
  }

  /** @throws DomainError not_found when no result was kept */
  async undo(row: RunRow, by: SessionUser): Promise<void> {
    const kept = (await this.events.of(row)).findLast((event) => event.type === 'RunKept');
    if (!kept || row.projectId === null) throw notFound();
    await this.dispatcher.execute(new UndoKeepRun(row.projectId, kept.data, this.context(row, by)));
  }

  /** The events of a scene belong to the scene's owner, even when another user acts. */
  private context(row: RunRow, by: SessionUser): CommandContext {
    return { ...this.dispatcher.context(by), ownerId: row.userId };
  }

  private async ownedVideo(row: RunRow, video: VideoItem): Promise<VideoItem> {
    const { thumbnail, url } = video;
    return {
      ...video,
      url: await this.ownedBy(row, 'video', url),
      thumbnail: thumbnail && (await this.ownedBy(row, 'poster', thumbnail)),
    };
  }

  /**
   * A run's files belong to its payer. The scene's owner gets copies, since each of them may delete their own files.
   */
  private async ownedBy({ id, userId, payerId }: RunRow, name: string, url: string): Promise<string> {
    const key = keyOfMediaUrl(url);
    if (key === null) return url;
    const opened = await this.media.open(key, payerId);
    if (!opened) throw new DomainError('conflict', 'This result is no longer kept.');
    if (userId === payerId) return url;
    const { contentType } = opened.object;
    const stream = await opened.read();
    const place = { key: derivedId(id, 'kept', name), visibility: 'private' as const, maxBytes: FILE_LIMITS.video };
    const origin = { byModel: false, from: [url] };
    return (await this.media.save({ ownerId: userId, stream, contentType, ...place, origin })).url;
  }
}
