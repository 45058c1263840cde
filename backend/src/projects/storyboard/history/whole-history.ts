import { Inject, Injectable } from '@nestjs/common';
import { FILE_LIMITS, historyEntrySchema, idSchema, instant, LIMITS, revisionSchema, text } from '@storyreel/contracts';
import type { HistoryEntry, HistoryQuery } from '@storyreel/contracts';
import { z } from 'zod';
import { AggregateStore } from '../../../eventsourcing/commands/aggregate-store';
import { cursorOf, keyFrom } from '../../../infra/http/paging';
import type { Page } from '../../../infra/http/paging';
import { MediaStore } from '../../../infra/storage';
import { ownProject, projectAggregate } from '../domain/project';
import { BESIDE_HISTORY, isAfter, laidBetween, shownOf } from './beside';
import type { BesideHistory, Shown } from './beside';
import { ProjectHistory } from './project-history';

/** A step of the history in a project file. It is a record only and cannot be undone. */
export const toldStepSchema = historyEntrySchema.pick({ kind: true }).extend({
  startedAt: instant,
  at: instant,
  /** First name of the author; null for steps that the server made. */
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
/** Cursor: the revision at which the project's steps continue ('' after the last step), and the last step shown. */
const ownKey = z.tuple([revisionSchema.or(z.literal('')), z.string().max(40), z.string().max(100)]);
const anyKey = z.union([earlierKey, ownKey]);

/** The history of a project, followed by the history that came with it when it was imported. */
@Injectable()
export class WholeHistory {
  constructor(
    private readonly store: AggregateStore,
    private readonly own: ProjectHistory,
    private readonly media: MediaStore,
    @Inject(BESIDE_HISTORY) private readonly beside: BesideHistory,
  ) {}

  /** Stores the history that came with an imported project, newest step first. */
  async keep(projectId: string, ownerId: string, steps: readonly ToldStep[]): Promise<void> {
    const buffer = Buffer.from(steps.map((step) => `${JSON.stringify(step)}\n`).join(''));
    const file = { contentType: STEPS_TYPE, visibility: 'private' as const, maxBytes: FILE_LIMITS.projectFileText };
    await this.media.save({ ownerId, key: keyOf(projectId), buffer, ...file, origin: { byModel: false, from: [] } });
  }

  /** Deletes the stored history of an import that created no project. */
  forget(projectId: string, ownerId: string): Promise<void> {
    return this.media.remove(ownerId, keyOf(projectId));
  }

  /**
   * Returns a page of steps, newest first.
   * @throws DomainError not_found
   */
  async page(projectId: string, ownerId: string, query: HistoryQuery): Promise<Page<HistoryEntry>> {
    const key = query.cursor === undefined ? null : keyFrom(query.cursor, anyKey);
    if (key?.length === 2) {
      ownProject(await this.store.load(projectAggregate, projectId), { ownerId });
      return this.earlier(projectId, ownerId, { ...query, from: Number(key[1]) });
    }
    const begin = { revision: key?.[0], shown: key && key[1] !== '' ? { at: key[1], post: key[2] } : null };
    const page = await this.withPosts(projectId, ownerId, query, begin);
    if (page.next !== null) return page;
    const limit = query.limit - page.items.length;
    const { items, next } = await this.earlier(projectId, ownerId, { ...query, limit, from: 0 });
    return { items: [...page.items, ...items], next };
  }

  /** Merges the steps of the project's posts into the project's steps by time. */
  private async withPosts(
    projectId: string,
    ownerId: string,
    { cursor: _, ...query }: HistoryQuery,
    { revision, shown }: { revision: string | undefined; shown: Shown | null },
  ): Promise<Page<HistoryEntry>> {
    const own = await this.ownPage(projectId, ownerId, query, revision);
    const isWanted = query.kind === undefined || query.kind === 'posts';
    const all = isWanted ? await this.beside.posts(projectId, ownerId, query.sceneId) : [];
    const posts = all.filter((entry) => isAfter(entry, shown));
    const laid = laidBetween(own.items, posts, { limit: query.limit, hasMore: own.next !== null });
    const step = own.items[laid.own];
    const goesOn = step ? step.revision : (own.next ?? '');
    if (goesOn === '' && laid.posts === posts.length) return { items: laid.items, next: null };
    const last = laid.items.at(-1);
    const { at, post } = last ? shownOf(last) : (shown ?? { at: '', post: '' });
    return { items: laid.items, next: cursorOf([goesOn, at, post]) };
  }

  /**
   * Returns a page of the project's own steps. `next`: the revision at which the project's steps continue.
   * @throws DomainError not_found
   */
  private async ownPage(
    projectId: string,
    ownerId: string,
    query: HistoryQuery,
    revision: string | undefined,
  ): Promise<Page<HistoryEntry>> {
    if (query.kind === 'posts' || revision === '') {
      ownProject(await this.store.load(projectAggregate, projectId), { ownerId });
      return { items: [], next: null };
    }
    const from = revision === undefined ? {} : { cursor: cursorOf([revision]) };
    const { items, next } = await this.own.page(projectId, ownerId, { ...query, ...from });
    return { items, next: next === null ? null : keyFrom(next, z.tuple([revisionSchema]))[0] };
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

/**
 * Presents a step of an imported history. The step has no revision in this project, so its place in the imported record
 * stands in for one.
 */
const presentTold = ({ by, ...step }: ToldStep, place: string): HistoryEntry => ({
  ...step,
  first: place,
  revision: place,
  by: by === null ? 'system' : 'you',
  way: 'none',
  reason: null,
  earlier: { by },
});

/**
 * Converts a step for a project file.
 * @param author first name of the project's owner
 */
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
