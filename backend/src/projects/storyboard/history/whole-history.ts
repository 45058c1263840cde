import { Inject, Injectable } from '@nestjs/common';
import { FILE_LIMITS, historyEntrySchema, idSchema, instant, LIMITS, revisionSchema, text } from '@storyreel/contracts';
import type { HistoryEntry, HistoryQuery } from '@storyreel/contracts';
import { z } from 'zod';
import { AggregateStore } from '../../../eventsourcing/commands/aggregate-store';
import { cursorOf, keyFrom } from '../../../infra/http/paging';
import type { Page } from '../../../infra/http/paging';
import { MediaStore } from '../../../infra/storage';
import { ownProject, projectAggregate } from '../domain/project';
import { ProjectHistory } from './project-history';

/** A step of a history as a project file tells it: what happened, and nothing that could be taken back. */
export const toldStepSchema = historyEntrySchema.pick({ kind: true }).extend({
  startedAt: instant,
  at: instant,
  /** First name of who did it; null for what the program did by itself. */
  by: text(LIMITS.firstName).nullable(),
  sceneId: idSchema.nullable(),
  what: text(2_000),
  details: z.array(z.object({ label: text(100), before: text(2_000), after: text(2_000) })).max(20),
  zaps: z.number().min(0).nullable(),
});
export type ToldStep = z.infer<typeof toldStepSchema>;

export const STEPS_TYPE = 'application/x-ndjson';
const keyOf = (projectId: string): string => `told-history:${projectId}`;
const EARLIER = 'earlier';
const earlierKey = z.tuple([z.literal(EARLIER), revisionSchema]);
const anyKey = z.union([earlierKey, z.tuple([revisionSchema])]);

/** The history of a project, and below it the one that came with it when it was imported. */
@Injectable()
export class WholeHistory {
  constructor(
    @Inject(AggregateStore) private readonly store: AggregateStore,
    @Inject(ProjectHistory) private readonly own: ProjectHistory,
    @Inject(MediaStore) private readonly media: MediaStore,
  ) {}

  /** Keeps the history that comes with an imported project, the newest step first. */
  async keep(projectId: string, ownerId: string, steps: readonly ToldStep[]): Promise<void> {
    const buffer = Buffer.from(steps.map((step) => `${JSON.stringify(step)}\n`).join(''));
    const file = { contentType: STEPS_TYPE, visibility: 'private' as const, maxBytes: FILE_LIMITS.projectFileText };
    await this.media.save({ ownerId, key: keyOf(projectId), buffer, ...file, origin: { byModel: false, from: [] } });
  }

  /** Newest first. @throws DomainError not_found */
  async page(projectId: string, ownerId: string, query: HistoryQuery): Promise<Page<HistoryEntry>> {
    const key = query.cursor === undefined ? [] : keyFrom(query.cursor, anyKey);
    const [place, index] = key;
    if (place === EARLIER) {
      ownProject(await this.store.load(projectAggregate, projectId), { ownerId });
      return this.earlier(projectId, ownerId, { ...query, from: Number(index) });
    }
    const page = await this.own.page(projectId, ownerId, query);
    if (page.next !== null) return page;
    const limit = query.limit - page.items.length;
    const { items, next } = await this.earlier(projectId, ownerId, { ...query, limit, from: 0 });
    return { items: [...page.items, ...items], next };
  }

  private async earlier(
    projectId: string,
    ownerId: string,
    { kind, sceneId, limit, from }: Pick<HistoryQuery, 'kind' | 'sceneId' | 'limit'> & { from: number },
  ): Promise<Page<HistoryEntry>> {
    const steps = await this.told(projectId, ownerId);
    const items: HistoryEntry[] = [];
    for (let at = from; at < steps.length; at++) {
      const step = steps[at];
      if (!step || (kind && step.kind !== kind) || (sceneId && step.sceneId !== sceneId)) continue;
      if (items.length === limit) return { items, next: cursorOf([EARLIER, String(at)]) };
      items.push(presentTold(step, String(at)));
    }
    return { items, next: null };
  }

  private async told(projectId: string, ownerId: string): Promise<ToldStep[]> {
    const opened = await this.media.openSaved(ownerId, keyOf(projectId));
    if (!opened) return [];
    const chunks: Buffer[] = [];
    for await (const chunk of await opened.read()) chunks.push(chunk as Buffer);
    const lines = Buffer.concat(chunks).toString('utf8').split('\n');
    return lines.filter((line) => line !== '').map((line) => toldStepSchema.parse(JSON.parse(line)));
  }
}

/** A told step has no revision here: its place in the record stands for one. */
const presentTold = ({ by, ...step }: ToldStep, place: string): HistoryEntry => ({
  ...step,
  first: place,
  revision: place,
  by: by === null ? 'system' : 'you',
  way: 'none',
  reason: null,
  earlier: { by },
});

/** Tells a step to somebody else. @param author first name of the owner */
export const toldOf = (
  { startedAt, at, by, kind, sceneId, what, details, zaps, earlier }: HistoryEntry,
  author: string,
): ToldStep => ({
  startedAt,
  at,
  by: earlier ? earlier.by : by === 'you' ? author : null,
  kind,
  sceneId,
  what,
  details,
  zaps,
});
