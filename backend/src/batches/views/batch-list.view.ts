import { Injectable } from '@nestjs/common';
import type { Batch, BatchDetail, BatchKind, BatchPause, BatchProgress, FilmQuality } from '@storyreel/contracts';
import { DataSource, In, Not } from 'typeorm';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { idOfStream } from '../../eventsourcing/domain/aggregate';
import type { PushRule } from '../../eventsourcing/push/push-rule';
import { entityOf } from '../../eventsourcing/views/view';
import type { View } from '../../eventsourcing/views/view';
import { projectListView } from '../../projects/storyboard';
import { BATCH_EVENT_TYPES, batchAggregate, itemOf, keyOf, ownedBatch, progressOf, shortened } from '../domain/batch';
import type { BatchEvent, BatchState, LeftOut } from '../domain/batch';

export interface BatchRow {
  id: string;
  ownerId: string;
  projectId: string;
  kind: BatchKind;
  modelId: string | null;
  film: { quality: FilmQuality; seconds: number } | null;
  isOver: boolean;
  progress: BatchProgress;
  pause: BatchPause | null;
  /** The first scenes that failed or could not be generated. */
  problems: LeftOut[];
  startedAt: string;
  endedAt: string | null;
}

/** Maximum number of problems per row, which keeps rows small; the batch's detail lists every scene. */
export const MAX_PROBLEMS = 20;

const without = (problems: readonly LeftOut[], of: Pick<LeftOut, 'step' | 'sceneId'>): LeftOut[] =>
  problems.filter((problem) => keyOf(problem) !== keyOf(of));

const withProblem = (problems: readonly LeftOut[], problem: LeftOut): LeftOut[] =>
  [...without(problems, problem), { ...problem, message: shortened(problem.message) }].slice(0, MAX_PROBLEMS);

function changed(row: BatchRow, event: BatchEvent, at: string): Partial<BatchRow> {
  switch (event.type) {
    case 'BatchPaused':
      return { pause: event.data.pause };
    case 'BatchResumed':
    case 'BatchCancelled':
      return { pause: null };
    case 'BatchRetried':
      return { pause: null, endedAt: null };
    case 'BatchEnded':
      return { pause: null, endedAt: at };
    case 'BatchSceneStarted':
      return { problems: without(row.problems, event.data) };
    case 'BatchSceneEnded': {
      const { sceneId, step, error, outcome } = event.data;
      if (error === null || outcome === 'made') return {};
      return { problems: withProblem(row.problems, { sceneId, ...(step && { step }), message: error }) };
    }
    case 'BatchChanged':
      return { film: row.film && { ...row.film, quality: event.data.quality } };
    case 'BatchStarted':
    case 'BatchScenePutBack':
      return {};
    default:
      return event satisfies never;
  }
}

/** A user's batches. Each event carries its batch's progress, so the view counts nothing itself. */
export const batchListView: View<BatchRow, BatchEvent> = {
  name: 'batch_list',
  version: 2,
  columns: {
    id: { type: 'uuid' },
    ownerId: { type: 'uuid' },
    projectId: { type: 'uuid' },
    kind: { type: 'text' },
    modelId: { type: 'text', nullable: true },
    film: { type: 'jsonb', nullable: true },
    isOver: { type: 'boolean' },
    progress: { type: 'jsonb' },
    pause: { type: 'jsonb', nullable: true },
    problems: { type: 'jsonb' },
    startedAt: { type: 'text' },
    endedAt: { type: 'text', nullable: true },
  },
  key: 'id',
  indexes: [['ownerId', 'isOver', 'startedAt']],
  types: BATCH_EVENT_TYPES,
  keys: (event) => [idOfStream(event.streamId)],
  evolve(row, event, id) {
    const { ownerId, at } = event.metadata;
    const { progress } = event.data;
    if (event.type === 'BatchStarted') {
      const { projectId, kind, clips, leftOut, film = null } = event.data;
      const problems = leftOut.reduce<LeftOut[]>(withProblem, []);
      const shown = kind === 'film' && film ? { quality: film.quality, seconds: film.seconds } : null;
      const known = { id, ownerId, projectId, kind, modelId: clips?.modelId ?? null, film: shown, startedAt: at };
      return row ?? { ...known, isOver: false, progress, pause: null, problems, endedAt: null };
    }
    return row && { ...row, ...changed(row, event, at), progress, isOver: progress.isOver };
  },
};

const batchEntity = entityOf(batchListView);

export const presentRow = (
  { ownerId: _, progress, isOver: __, ...row }: BatchRow,
  projectTitle: string | null,
): Batch => ({ ...row, ...progress, projectTitle });

/** Presents a batch from its own state. */
export function presentState(id: string, state: BatchState, projectTitle: string | null): Batch {
  const { asked, pause, startedAt, endedAt } = state;
  if (!asked) throw new Error(`The batch ${id} has no first event`);
  const problems = Object.entries(state.scenes).flatMap(([key, { status, message }]) =>
    (status === 'failed' || status === 'skipped') && message !== null ? [{ ...itemOf(key), message }] : [],
  );
  return {
    ...progressOf(state),
    id,
    projectId: asked.projectId,
    projectTitle,
    kind: asked.kind,
    modelId: asked.clips?.modelId ?? null,
    film: asked.kind === 'film' && asked.film ? { quality: asked.film.quality, seconds: asked.film.seconds } : null,
    pause,
    problems: problems.slice(0, MAX_PROBLEMS),
    startedAt,
    endedAt,
  };
}

const presentDetail = (id: string, state: BatchState, projectTitle: string | null): BatchDetail => ({
  ...presentState(id, state, projectTitle),
  scenes: Object.entries(state.scenes).map(([key, { status, message }]) => ({ ...itemOf(key), status, message })),
});

/** Number of finished batches that are listed to show their outcome. */
const RECENT = 20;
/** Limit of listed active batches: more than any user has. */
const ACTIVE = 200;

@Injectable()
export class BatchQueries {
  constructor(
    private readonly database: DataSource,
    private readonly store: AggregateStore,
  ) {}

  /** Returns the active batches and the most recently finished ones, newest first. */
  async ofUser(ownerId: string): Promise<Batch[]> {
    const rows = this.database.getRepository(batchEntity);
    const newest = { startedAt: 'DESC', id: 'ASC' } as const;
    const [active, recent] = await Promise.all([
      rows.find({ where: { ownerId, isOver: false }, order: newest, take: ACTIVE }),
      rows.find({ where: { ownerId, isOver: true }, order: newest, take: RECENT }),
    ]);
    const found = [...active, ...recent];
    const titles = await this.titles(found.map(({ projectId }) => projectId));
    return found.map((row) => presentRow(row, titles.get(row.projectId) ?? null));
  }

  /** @param ended ids of batches that are known to be over although their rows may not show it yet */
  isActive(ownerId: string, projectId: string, kind: BatchKind, ended: readonly string[]): Promise<boolean> {
    const batches = this.database.getRepository(batchEntity);
    return batches.existsBy({ id: Not(In([...ended])), ownerId, projectId, kind, isOver: false });
  }

  /** @throws DomainError not_found */
  async one(id: string, ownerId: string): Promise<BatchDetail> {
    const state = ownedBatch(await this.store.load(batchAggregate, id), { ownerId });
    return presentDetail(id, state, await this.titleOf(state));
  }

  async present(id: string, state: BatchState): Promise<Batch> {
    return presentState(id, state, await this.titleOf(state));
  }

  private async titleOf({ asked }: BatchState): Promise<string | null> {
    const projectId = asked?.projectId ?? '';
    return (await this.titles([projectId])).get(projectId) ?? null;
  }

  private async titles(ids: string[]): Promise<Map<string, string>> {
    const projects = this.database.getRepository(entityOf(projectListView));
    const rows = await projects.find({ select: { id: true, title: true }, where: { id: In([...new Set(ids)]) } });
    return new Map(rows.map(({ id, title }) => [id, title]));
  }
}

/** Pushes the progress with the event, so that clients need not query after each scene. */
export const batchesPushRule: PushRule<BatchEvent> = {
  types: BATCH_EVENT_TYPES,
  draft: ({ streamId, data: { projectId, progress } }) => ({
    type: 'batchesChanged',
    batches: [{ id: idOfStream(streamId), projectId, progress }],
  }),
};
