import type { RunStateName, VideoItem } from '@storyreel/contracts';
import { generationKinds } from '../../generation';
import { idOfStream } from '../../eventsourcing/domain/aggregate';
import type { RecordedEvent } from '../../eventsourcing/domain/domain-event';
import { entityOf, type View } from '../../eventsourcing/views/view';
import type { TextWorkEvent } from '../../writing/story-ai';
import {
  type ImagesMade,
  isStep,
  JOB_STEPS,
  type JobEvent,
  kindOf,
  type ProjectEventOf,
} from '../../projects/storyboard';
import type { WalletEvent } from '../../money/zaps';

/** Position of a run's event in the log. */
export interface EventRef {
  id: string;
  stream: string;
  revision: string;
}

/** A piece of paid work, whatever its kind. Times are ISO 8601. */
export interface RunRow {
  id: string;
  /** Category of the hold in the wallet: a kind of generation, text or chat. */
  kind: string;
  operation: string | null;
  state: RunStateName;
  userId: string;
  payerId: string;
  projectId: string | null;
  sceneId: string | null;
  provider: string | null;
  model: string | null;
  error: string | null;
  requestedAt: string;
  queuedAt: string | null;
  startedAt: string | null;
  acceptedAt: string | null;
  endedAt: string | null;
  /** Position of the run's first event, by which lists are ordered. */
  position: string;
  /** Ledger units. */
  heldUnits: number;
  spentUnits: number | null;
  holdId: string | null;
  predictionId: string | null;
  parentRunId: string | null;
  trial: boolean;
  kept: boolean;
  attempts: number;
  correlationId: string;
  /** Addresses of the run's results, and of the copies that the scene's owner got when the results were kept. */
  assetUrls: string[];
  /** Stream of the run's own events; null while only its reservation is known. */
  streamId: string | null;
  events: EventRef[];
}

type Money = Extract<WalletEvent, { type: 'ZapsReserved' | 'ZapsSettled' | 'ZapsReleased' }>;
type Keeping = ProjectEventOf<'RunKept'>;
/** An event to which a run's row keeps a reference. */
export type FoldedEvent = JobEvent | TextWorkEvent | Money | Keeping;
type Recorded = RecordedEvent<FoldedEvent>;

/** Maximum number of events in a row: far more than a run has, but a request may be retried endlessly. */
const MAX_EVENTS = 200;

const isMoney = (event: Recorded): event is RecordedEvent<Money> => event.type.startsWith('Zaps');
const isText = (event: Recorded): event is RecordedEvent<TextWorkEvent> => event.type.startsWith('Text');
const isKeeping = (event: Recorded): event is RecordedEvent<Keeping> => event.type === 'RunKept';
export const isOver = ({ state }: Pick<RunRow, 'state'>): boolean => state === 'complete' || state === 'failed';

/**
 * A text's purpose names the piece of text and, separately, the request; in earlier releases it names only the piece of
 * text.
 */
function runOf({ runId, workId, category }: Money['data']['purpose']): string[] {
  if (runId !== undefined) return [runId];
  return category === 'text' ? [] : [workId];
}

const newRow = ({ metadata, position }: Recorded, id: string, kind: string): RunRow => ({
  id,
  kind,
  operation: null,
  state: 'queued',
  userId: metadata.ownerId,
  payerId: metadata.ownerId,
  projectId: null,
  sceneId: null,
  provider: null,
  model: null,
  error: null,
  requestedAt: metadata.at,
  queuedAt: null,
  startedAt: null,
  acceptedAt: null,
  endedAt: null,
  position,
  heldUnits: 0,
  spentUnits: null,
  holdId: null,
  predictionId: null,
  parentRunId: null,
  trial: false,
  kept: false,
  attempts: 1,
  correlationId: metadata.correlationId,
  assetUrls: [],
  streamId: null,
  events: [],
});

/** Only generations wait in a queue. */
const stateAtFirst = (kind: string): RunStateName =>
  generationKinds.some(({ name }) => name === kind) ? 'queued' : 'running';

const ended = (row: RunRow, state: 'complete' | 'failed', at: string, error: string | null = null): RunRow =>
  isOver(row) ? row : { ...row, state, endedAt: at, error };

function afterMoney(found: RunRow | null, event: RecordedEvent<Money>, id: string): RunRow | null {
  const { holdId, purpose, units } = event.data;
  const { at } = event.metadata;
  const row = found ?? newRow(event, id, purpose.category);
  if (event.type === 'ZapsReserved') {
    const { category: kind, operation, provider, model, projectId, sceneId } = purpose;
    const about = { kind, operation, provider, model, projectId, sceneId };
    const state = found && !isOver(found) ? found.state : stateAtFirst(kind);
    return { ...row, ...about, holdId, heldUnits: units, spentUnits: null, state, error: null, endedAt: null };
  }
  if (row.holdId !== holdId) return found;
  if (event.type === 'ZapsSettled') return ended({ ...row, spentUnits: units }, 'complete', at);
  return ended({ ...row, spentUnits: 0 }, 'failed', at, event.data.reason);
}

function afterText(found: RunRow | null, event: RecordedEvent<TextWorkEvent>, id: string): RunRow | null {
  const { streamId, metadata } = event;
  const row = found ?? newRow(event, id, 'text');
  if (event.type === 'TextAsked') {
    const { holdId, attempt: attempts } = event.data;
    const open = { state: 'running' as const, error: null, endedAt: null, startedAt: metadata.at, spentUnits: null };
    const { parentRunId, sceneOwnerId: userId } = event.data.trial ?? { parentRunId: null, sceneOwnerId: row.userId };
    const again = { parentRunId, userId, trial: parentRunId !== null };
    return { ...row, ...open, ...again, streamId, holdId, attempts, queuedAt: row.queuedAt ?? metadata.at };
  }
  if (row.holdId !== event.data.holdId) return found;
  if (event.type === 'TextAnswered') return ended(row, 'complete', metadata.at);
  return ended(row, 'failed', metadata.at, event.data.error);
}

/** Results in the Completed and RunKept events. */
type Made = Partial<ImagesMade & { video: VideoItem | null }>;

/** Adds the addresses without duplicates: a run that is kept again has the same copies. */
function withUrls(row: RunRow, { images = [], video }: Made): RunRow {
  const urls = [...row.assetUrls, ...images.map(({ url }) => url), ...(video ? [video.url] : [])];
  return { ...row, assetUrls: [...new Set(urls)] };
}

function afterStep(found: RunRow | null, event: RecordedEvent<JobEvent>, id: string): RunRow | null {
  const { streamId, metadata } = event;
  const { at } = metadata;
  if (isStep(event, 'Queued')) {
    const row = found ?? newRow(event, id, kindOf(event));
    const { holdId, sceneId, units: heldUnits, parentRunId, sceneOwnerId: userId = row.userId, from } = event.data;
    const trial = parentRunId !== undefined;
    // Another version of an image continues the run that made the image.
    const again = { parentRunId: parentRunId ?? from?.runId ?? null, userId, trial };
    return { ...row, ...again, streamId, holdId, sceneId, heldUnits, projectId: idOfStream(streamId), queuedAt: at };
  }
  if (!found || isOver(found)) return found;
  if (isStep(event, 'Started')) return { ...found, state: 'running', startedAt: at, provider: event.data.provider };
  if (isStep(event, 'Accepted'))
    return { ...found, state: 'running', acceptedAt: at, predictionId: event.data.predictionId };
  if (isStep(event, 'Completed')) return withUrls(ended(found, 'complete', at), event.data);
  return isStep(event, 'Failed') ? ended(found, 'failed', at, event.data.error) : found;
}

const afterKeeping = (row: RunRow | null, { data }: Keeping): RunRow | null =>
  row && withUrls({ ...row, kept: true }, data);

function after(row: RunRow | null, event: Recorded, id: string): RunRow | null {
  if (isKeeping(event)) return afterKeeping(row, event);
  if (isMoney(event)) return afterMoney(row, event, id);
  return isText(event) ? afterText(row, event, id) : afterStep(row, event, id);
}

export const runView: View<RunRow, FoldedEvent> = {
  name: 'run',
  version: 3,
  columns: {
    id: { type: 'uuid' },
    kind: { type: 'text' },
    operation: { type: 'text', nullable: true },
    state: { type: 'text' },
    userId: { type: 'uuid' },
    payerId: { type: 'uuid' },
    projectId: { type: 'uuid', nullable: true },
    sceneId: { type: 'uuid', nullable: true },
    provider: { type: 'text', nullable: true },
    model: { type: 'text', nullable: true },
    error: { type: 'text', nullable: true },
    requestedAt: { type: 'text' },
    queuedAt: { type: 'text', nullable: true },
    startedAt: { type: 'text', nullable: true },
    acceptedAt: { type: 'text', nullable: true },
    endedAt: { type: 'text', nullable: true },
    position: { type: 'text' },
    heldUnits: { type: 'double precision' },
    spentUnits: { type: 'double precision', nullable: true },
    holdId: { type: 'text', nullable: true },
    predictionId: { type: 'text', nullable: true },
    parentRunId: { type: 'uuid', nullable: true },
    trial: { type: 'boolean' },
    kept: { type: 'boolean' },
    attempts: { type: 'integer' },
    correlationId: { type: 'text' },
    assetUrls: { type: 'jsonb' },
    streamId: { type: 'text', nullable: true },
    events: { type: 'jsonb' },
  },
  key: 'id',
  indexes: [
    ['position'],
    ['state', 'position'],
    ['kind', 'position'],
    ['provider', 'position'],
    ['model', 'position'],
    ['projectId', 'position'],
    ['sceneId', 'position'],
    ['userId', 'position'],
    ['parentRunId'],
    ['holdId'],
    ['predictionId'],
    ['correlationId'],
  ],
  types: [
    ...generationKinds.flatMap((kind) => JOB_STEPS.map((step) => kind.type(step))),
    'RunKept',
    'TextAsked',
    'TextAnswered',
    'TextFailed',
    'ZapsReserved',
    'ZapsSettled',
    'ZapsReleased',
  ],
  keys(event) {
    if (isKeeping(event)) return [event.data.runId];
    if (isMoney(event)) return runOf(event.data.purpose);
    return [isText(event) ? event.data.requestId : event.data.jobId];
  },
  evolve(row, event, id) {
    if (row?.events.some((known) => known.id === event.id)) return row;
    const next = after(row, event, id);
    if (!next || next.events.length >= MAX_EVENTS) return next;
    const ref = { id: event.id, stream: event.streamId, revision: event.revision.toString() };
    return { ...next, events: [...next.events, ref] };
  },
};

export const runEntity = entityOf(runView);
