import { Inject, Injectable, Optional } from '@nestjs/common';
import { revisionSchema } from '@storyreel/contracts';
import type { HistoryEntry, HistoryQuery, PastProject, SceneVersion, SceneVersionsQuery } from '@storyreel/contracts';
import { z } from 'zod';
import { AggregateStore } from '../../../eventsourcing/commands/aggregate-store';
import { PastReader } from '../../../eventsourcing/commands/past-reader';
import type { RecordedEvent } from '../../../eventsourcing/domain/domain-event';
import { cursorOf, keyFrom } from '../../../infra/http/paging';
import type { Page } from '../../../infra/http/paging';
import { DomainError, notFound } from '../../../lib/domain-error';
import type { ProjectEvent } from '../domain/events';
import { isShowable } from '../domain/image-slots';
import { ownProject, projectAggregate } from '../domain/project';
import type { ProjectState } from '../domain/project';
import { isPlayable } from '../domain/scene';
import type { SceneState } from '../domain/scene';
import { presentProject, presentScenes } from '../views/presenters';
import { BESIDE_HISTORY } from './beside';
import type { BesideHistory } from './beside';
import { decideChanges, inverse } from './changes';
import type { Change } from './changes';
import { KeptImages } from './kept-images';
import { presentStep, StepGatherer } from './steps';
import { textsBefore, textsOf, versionOf } from './scene-versions';
import type { Step } from './steps';

/** Number of events that one read of a page covers, not counting those since the nearest snapshot. */
const WINDOW = 200n;
/**
 * Maximum number of reads per request: with a filter that matches few steps, a page may end early and name the next
 * page.
 */
const WINDOWS = 8;

const cursorShape = z.tuple([revisionSchema]);

/** Returns the revision at which a page begins. */
const beginOf = ({ cursor }: { cursor?: string }, newest: bigint): bigint =>
  cursor === undefined ? newest : BigInt(keyFrom(cursor, cursorShape)[0]);

/** A step to undo or redo, with the changes that do it. */
export interface Plan {
  of: 'undo' | 'redo';
  stepIds: string[];
  what: string;
  changes: Change[];
}

const nothing = (of: Plan['of']): DomainError => new DomainError('conflict', `There is nothing to ${of}.`);

/** Reads the steps of a project from its stream, and earlier states of the project. */
@Injectable()
export class ProjectHistory {
  constructor(
    private readonly store: AggregateStore,
    private readonly reader: PastReader,
    private readonly kept: KeptImages,
    @Optional() @Inject(BESIDE_HISTORY) private readonly beside?: BesideHistory,
  ) {}

  /**
   * Returns a page of steps, newest first.
   * @throws DomainError not_found
   */
  async page(projectId: string, ownerId: string, query: HistoryQuery): Promise<Page<HistoryEntry>> {
    const { state, revision } = await this.own(projectId, ownerId);
    const items: { step: Step; entry: HistoryEntry }[] = [];
    let next: bigint | null = beginOf(query, revision);
    for (let windows = 0; windows < WINDOWS && next !== null && items.length < query.limit; windows++) {
      const { steps, begun } = await this.window(projectId, next);
      next = begun < 0n ? null : begun;
      for (const step of steps.reverse()) {
        if (query.kind && step.kind !== query.kind) continue;
        if (query.sceneId && !isAbout(step, query.sceneId)) continue;
        items.push({ step, entry: presentStep(step, state) });
        if (items.length < query.limit) continue;
        next = step.first > 0n ? step.first - 1n : null;
        break;
      }
    }
    const marked = await this.kept.marked(await this.charged(ownerId, items));
    return { items: marked, next: next === null ? null : cursorOf([String(next)]) };
  }

  /** Adds to each step the cost of its texts, read from the wallet. */
  private async charged<Item extends { step: Step; entry: HistoryEntry }>(
    ownerId: string,
    items: readonly Item[],
  ): Promise<Item[]> {
    const found = await this.beside?.zapsOf(
      ownerId,
      items.flatMap(({ step }) => step.holdIds),
    );
    return items.map((item) => {
      const paid = item.step.holdIds.flatMap((id) => found?.get(id) ?? []);
      if (paid.length === 0) return item;
      return { ...item, entry: { ...item.entry, zaps: paid.reduce((sum, zaps) => sum + zaps, item.entry.zaps ?? 0) } };
    });
  }

  /** Returns the versions of a scene, newest first. @throws DomainError not_found */
  async versions(
    { projectId, sceneId, ownerId }: { projectId: string; sceneId: string; ownerId: string },
    query: SceneVersionsQuery,
  ): Promise<Page<SceneVersion>> {
    const { state, revision } = await this.own(projectId, ownerId);
    const scene = state.scenes[sceneId];
    if (!scene) throw notFound();
    const items: SceneVersion[] = [];
    let next: bigint | null = beginOf(query, revision);
    for (let windows = 0; windows < WINDOWS && next !== null && items.length < query.limit; windows++) {
      const { steps, begun, state: then } = await this.window(projectId, next);
      const there = then.scenes[sceneId];
      next = !there || begun < 0n ? null : begun;
      if (!there) break;
      let texts = textsOf(there);
      for (const step of steps.reverse()) {
        const version = versionOf(step, scene, texts);
        texts = textsBefore(step, sceneId, texts);
        if (version) items.push(version);
        if (items.length < query.limit) continue;
        next = step.first > 0n ? step.first - 1n : null;
        break;
      }
    }
    return { items: await this.kept.markedDropped(items), next: next === null ? null : cursorOf([String(next)]) };
  }

  /**
   * Returns the project as it was at a revision.
   * @throws DomainError not_found
   */
  async asOf(projectId: string, ownerId: string, revision: bigint): Promise<PastProject> {
    const past = await this.past(projectId, ownerId, revision);
    const state = settled(past.state);
    const { at } = past;
    return { revision: String(past.revision), at, project: presentProject(state), scenes: presentScenes(state) };
  }

  /**
   * Returns the state at a revision; events of the same command that follow the revision are included.
   * @throws DomainError not_found
   */
  async past(
    projectId: string,
    ownerId: string,
    revision: bigint,
  ): Promise<{ state: ProjectState; revision: bigint; at: string }> {
    await this.own(projectId, ownerId);
    const past = await this.reader.read(projectAggregate, projectId, { near: revision, until: revision });
    if (!past.state.exists || past.state.ownerId !== ownerId) throw notFound();
    return past;
  }

  /**
   * Plans the undo or redo of a step that the user has chosen.
   * @throws DomainError not_found, conflict
   */
  async chosen(
    projectId: string,
    of: Plan['of'],
    { first, revision }: { first: bigint; revision: bigint },
  ): Promise<Plan> {
    const gatherer = new StepGatherer(first);
    const { steps } = await this.gather(projectId, { near: first - 1n, until: revision }, gatherer);
    const step = steps.find((one) => one.first === first);
    if (!step || step.revision !== revision) throw notFound();
    if (step.reason !== null)
      throw new DomainError('conflict', step.reason || 'This step is itself an undo or a redo.');
    const { ids: stepIds, what } = step;
    const changes = of === 'undo' ? inverse(step.changes) : step.changes;
    await this.kept.refuseMissing(changes);
    return { of, stepIds, what, changes };
  }

  /**
   * Plans the undo of the newest step that can be undone.
   * @throws DomainError conflict when there is none
   */
  async newestUndo(projectId: string, state: ProjectState, revision: bigint): Promise<Plan> {
    for await (const step of this.backwards(projectId, revision)) {
      if (step.reason !== null || isTaken(state, step.ids)) continue;
      const plan: Plan = { of: 'undo', stepIds: step.ids, what: step.what, changes: inverse(step.changes) };
      if (isPossible(state, plan) && (await this.kept.hasAllFor(plan.changes))) return plan;
    }
    throw nothing('undo');
  }

  /**
   * Plans the redo of the step that was undone last, unless another change was made since.
   * @throws DomainError conflict
   */
  async newestRedo(projectId: string, state: ProjectState, revision: bigint): Promise<Plan> {
    const last = state.taken.findLast(({ isUndone }) => isUndone);
    if (!last) throw nothing('redo');
    for await (const step of this.backwards(projectId, revision)) {
      if (step.takes?.of === 'undo' && step.ids.includes(last.commandId)) {
        const { stepIds, what } = step.takes;
        const changes = inverse(step.changes);
        await this.kept.refuseMissing(changes);
        return { of: 'redo', stepIds, what, changes };
      }
      if (step.reason === null && !isTaken(state, step.ids)) break;
    }
    throw nothing('redo');
  }

  private async *backwards(projectId: string, revision: bigint): AsyncGenerator<Step> {
    let until = revision;
    for (let windows = 0; windows < WINDOWS && until >= 0n; windows++) {
      const { steps, begun } = await this.window(projectId, until);
      yield* steps.reverse();
      until = begun;
    }
  }

  /**
   * Reads one window of steps. `begun`: the revision before the window's first step; `state`: the project after the
   * last step.
   */
  private async window(
    projectId: string,
    until: bigint,
  ): Promise<{ steps: Step[]; begun: bigint; state: ProjectState }> {
    return this.gather(projectId, { near: until - WINDOW, until }, new StepGatherer());
  }

  private async gather(
    projectId: string,
    range: { near: bigint; until: bigint },
    gatherer: StepGatherer,
  ): Promise<{ steps: Step[]; begun: bigint; state: ProjectState }> {
    const onEvent = (state: ProjectState, event: RecordedEvent<ProjectEvent>) => gatherer.before(state, event);
    const { state, begun } = await this.reader.read(projectAggregate, projectId, { ...range, onEvent });
    return { steps: gatherer.end(state), begun, state };
  }

  private async own(projectId: string, ownerId: string): Promise<{ state: ProjectState; revision: bigint }> {
    const { state, revision } = await this.store.loadAt(projectAggregate, projectId);
    return { state: ownProject(state, { ownerId }), revision };
  }
}

const isAbout = ({ sceneId, changes }: Step, id: string): boolean =>
  sceneId === id || changes.some((change) => 'sceneId' in change && change.sceneId === id);

export const isTaken = ({ taken }: Pick<ProjectState, 'taken'>, ids: readonly string[]): boolean =>
  taken.some(({ isUndone, stepIds }) => isUndone && ids.every((id) => stepIds.includes(id)));

function isPossible(state: ProjectState, { changes }: Plan): boolean {
  try {
    return decideChanges(state, changes).length > 0;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

/** Removes work in progress from an earlier state, because it cannot finish in that state. */
function settled(state: ProjectState): ProjectState {
  const scenes = Object.entries(state.scenes).map(([id, scene]): [string, SceneState] => {
    const images = scene.images.filter(isShowable);
    const videos = scene.videos.filter(isPlayable);
    const imageStatus = images.length > 0 ? 'complete' : 'pending';
    const speechStatus = scene.speech ? 'complete' : 'none';
    return [id, { ...scene, images, videos, imageStatus, speechStatus, speechError: null }];
  });
  return { ...state, scenes: Object.fromEntries(scenes) };
}
