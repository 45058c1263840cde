import { toZaps } from '@storyreel/contracts';
import type { HistoryEntry, HistoryKind } from '@storyreel/contracts';
import type { RecordedEvent } from '../../../eventsourcing/domain/domain-event';
import type { ProjectEvent } from '../domain/events';
import { isJobEvent, isStep } from '../domain/jobs';
import type { ProjectState } from '../domain/project';
import type { SceneState } from '../domain/scene';
import { changesBetween } from './changes';
import type { Change, Part } from './changes';
import { detailsOf, wordsOf } from './words';

/** A step of the history: one command, or several edits of the same texts within a minute of each other. */
export interface Step {
  /** Ids of the commands of the step. */
  ids: string[];
  first: bigint;
  revision: bigint;
  startedAt: string;
  at: string;
  by: 'you' | 'system';
  kind: HistoryKind;
  sceneId: string | null;
  what: string;
  changes: Change[];
  zaps: number | null;
  /** Ids of the holds that paid for the step's texts. */
  holdIds: string[];
  /** Set for a step that undoes or redoes another step. */
  takes: { of: 'undo' | 'redo'; stepIds: string[]; what: string } | null;
  /** Reason why the step cannot be undone; null if it can. */
  reason: string | null;
}

/** Edits with shorter pauses than this between them count as one step. */
const MERGED_MS = 60_000;
const MERGED_COMMANDS = 100;

/** Tells whether an event only reports progress; the history leaves such events out. */
const isHidden = (event: ProjectEvent): boolean =>
  event.type === 'FilmAdvanced' || (isJobEvent(event) && (isStep(event, 'Started') || isStep(event, 'Accepted')));

const listed = (...ids: (readonly string[] | string | null | undefined)[]): string[] => ids.flatMap((id) => id ?? []);

/** Returns the scenes that an event may change. */
function touchedBy({ data }: ProjectEvent): string[] {
  return listed(
    'sceneId' in data ? data.sceneId : null,
    'sceneIds' in data ? data.sceneIds : null,
    'removedIds' in data ? data.removedIds : null,
    'restoredIds' in data ? data.restoredIds : null,
    'scenes' in data ? data.scenes.map(({ id }) => id) : null,
    'scene' in data ? data.scene.id : null,
    'orders' in data ? data.orders.map((order) => order.sceneId) : null,
  );
}

/** Returns a signature of a step's events: consecutive edits with the same signature are merged into one step. */
function signatureOf(events: readonly ProjectEvent[]): string | null {
  const [event] = events;
  if (events.length !== 1 || !event) return null;
  if (event.type === 'ProjectEdited') return `project ${Object.keys(event.data.changes).sort().join(' ')}`;
  if (event.type !== 'SceneEdited') return null;
  return `${event.data.sceneId} ${Object.keys(event.data.changes).sort().join(' ')}`;
}

interface Open {
  ids: string[];
  signature: string | null;
  first: bigint;
  revision: bigint;
  startedAt: string;
  at: string;
  by: 'you' | 'system';
  events: ProjectEvent[];
  /** Ledger units charged by the step's jobs. */
  units: number | null;
  before: {
    fields: ProjectState['fields'];
    removedFilmIds: readonly string[];
    scenes: Record<string, SceneState | undefined>;
  };
}

type Recorded = RecordedEvent<ProjectEvent>;

/**
 * Gathers a project's events into steps while they are folded. `before` receives each event with the state before it,
 * and copies the scenes that the event touches, since a fold may change the collection of scenes in place.
 */
export class StepGatherer {
  readonly steps: Step[] = [];
  private open: Open | null = null;
  private waiting: (Open & { after: Part }) | null = null;

  /** @param breakAt revision at which a new step always begins */
  constructor(private readonly breakAt: bigint | null = null) {}

  before(state: ProjectState, { metadata, revision, ...recorded }: Recorded): void {
    const event = recorded as ProjectEvent;
    const isSame = this.open?.ids.at(-1) === metadata.commandId && revision !== this.breakAt;
    if (!isSame) {
      this.close(state);
      this.open = {
        ids: [metadata.commandId],
        signature: null,
        first: revision,
        revision,
        startedAt: metadata.at,
        at: metadata.at,
        by: metadata.actor.kind === 'user' ? 'you' : 'system',
        events: [],
        units: null,
        before: { fields: state.fields, removedFilmIds: state.removedFilmIds, scenes: {} },
      };
    }
    const { open } = this;
    if (!open) return;
    for (const id of touchedBy(event)) {
      if (!Object.hasOwn(open.before.scenes, id)) open.before.scenes[id] = state.scenes[id];
    }
    open.events.push(event);
    if (isJobEvent(event) && isStep(event, 'Completed')) {
      const { jobId, units = state.jobs[jobId]?.units ?? 0 } = event.data;
      open.units = (open.units ?? 0) + units;
    }
    open.revision = revision;
    open.at = metadata.at;
  }

  /** Completes the last step; call it after all events. */
  end(state: ProjectState): Step[] {
    this.close(state);
    this.finish();
    return this.steps;
  }

  private close(state: ProjectState): void {
    const { open } = this;
    this.open = null;
    if (!open || open.events.every(isHidden)) return;
    const scenes = Object.fromEntries(Object.keys(open.before.scenes).map((id) => [id, state.scenes[id]]));
    const after: Part = { fields: state.fields, removedFilmIds: state.removedFilmIds, scenes };
    const signature = signatureOf(open.events);
    const { waiting } = this;
    if (waiting && this.isMore(waiting, open, signature)) {
      const ids = [...waiting.ids, ...open.ids];
      this.waiting = { ...waiting, ids, revision: open.revision, at: open.at, events: open.events, after };
      return;
    }
    this.finish();
    this.waiting = { ...open, signature, after };
  }

  private isMore(waiting: Open, open: Open, signature: string | null): boolean {
    return (
      signature !== null &&
      waiting.signature === signature &&
      waiting.by === open.by &&
      open.first !== this.breakAt &&
      waiting.ids.length < MERGED_COMMANDS &&
      Date.parse(open.startedAt) - Date.parse(waiting.at) <= MERGED_MS
    );
  }

  private finish(): void {
    const { waiting } = this;
    this.waiting = null;
    if (waiting) this.steps.push(stepOf(waiting, waiting.after));
  }
}

function stepOf({ before, events, ids, first, revision, startedAt, at, by, units }: Open, after: Part): Step {
  const changes = changesBetween(before, after);
  const { kind, what, sceneId } = wordsOf(events, { before, after, changes });
  const taken = events.find((event) => event.type === 'StepUndone' || event.type === 'StepRedone');
  const takes = taken
    ? {
        of: taken.type === 'StepUndone' ? ('undo' as const) : ('redo' as const),
        stepIds: taken.data.stepIds,
        what: taken.data.what,
      }
    : null;
  const reason = reasonOf(events, changes);
  const holdIds = events.flatMap(({ data }) => ('holdId' in data && !('jobId' in data) ? data.holdId : []));
  const zaps = units === null ? null : toZaps(units);
  return { ids, first, revision, startedAt, at, by, kind, what, sceneId, changes, zaps, holdIds, takes, reason };
}

/** Returns why a step cannot be undone; null if it can. */
function reasonOf(events: readonly ProjectEvent[], changes: readonly Change[]): string | null {
  for (const event of events) {
    if (event.type === 'ProjectCreated') return 'The project begins here.';
    if (event.type === 'StepUndone' || event.type === 'StepRedone') return '';
    if (event.type === 'VideoShared') return 'The link was already shared. Stop sharing it instead.';
    if (event.type === 'VideoUnshared') return 'A stopped link cannot be used again. Share the film again instead.';
    if (event.type === 'ProjectDeleted' || event.type === 'ProjectRestored') return 'The project has been restored.';
  }
  const jobs = events.filter((event) => isJobEvent(event));
  if (jobs.some((event) => isStep(event, 'Completed'))) return 'A provider was paid. Delete the result instead.';
  if (changes.length > 0 && !jobs.some((event) => isStep(event, 'Queued'))) return null;
  if (jobs.some((event) => isStep(event, 'Queued')))
    return 'The request was sent to a provider. Cancel the work, or delete the result.';
  if (jobs.length > 0) return 'Nothing was made, and nothing was charged.';
  return 'There is nothing to undo.';
}

/** Presents a step for the API. */
export function presentStep(step: Step, { taken }: Pick<ProjectState, 'taken'>): HistoryEntry {
  const isUndone = taken.some((one) => one.isUndone && step.ids.every((id) => one.stepIds.includes(id)));
  const way = isUndone ? 'redo' : step.reason === null ? 'undo' : 'none';
  return {
    first: step.first.toString(),
    revision: step.revision.toString(),
    startedAt: step.startedAt,
    at: step.at,
    by: step.by,
    kind: step.kind,
    sceneId: step.sceneId,
    what: step.what,
    // The first step creates the project and replaces nothing, so it has no details.
    details: step.first === 0n ? [] : detailsOf(step.changes),
    zaps: step.zaps,
    way,
    reason: way === 'none' && step.reason !== '' ? step.reason : null,
  };
}
