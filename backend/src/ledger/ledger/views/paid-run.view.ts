import { lengthOf, type MadeAsset } from '@storyreel/contracts';
import { idOfStream } from '../../../eventsourcing/domain/aggregate';
import type { RecordedEvent } from '../../../eventsourcing/domain/domain-event';
import type { View } from '../../../eventsourcing/views/view';
import { generationKinds } from '../../../generation';
import { isStep, JOB_STEPS, type JobData, type JobEvent, kindOf, madeAssets } from '../../../projects/storyboard';
import type { TextWorkEvent } from '../../../writing/story-ai';

/** The properties of the request on which its price depends. */
export interface AskedFor {
  images?: number;
  /** Number of reference pictures sent with each image. */
  references?: number;
  seconds?: number;
  resolution?: string;
  mode?: string;
  /** Number of pixels of an image made from another image. */
  pixels?: number;
  /** Number of spoken characters. */
  characters?: number;
}

/** The work behind a hold: its progress and its results. */
export interface PaidRunRow {
  /** The job id of a generation; the hold id of a text, since each attempt at a text has its own hold. */
  key: string;
  runId: string;
  holdId: string;
  userId: string;
  projectId: string | null;
  sceneId: string | null;
  /** The kind of work: image, video, text … */
  kind: string;
  model: string | null;
  state: 'queued' | 'running' | 'complete' | 'failed';
  asked: AskedFor;
  assets: MadeAsset[];
  startedAt: string | null;
  endedAt: string | null;
  error: string | null;
}

type PaidEvent = JobEvent | TextWorkEvent;

const isText = (event: RecordedEvent<PaidEvent>): event is RecordedEvent<TextWorkEvent> =>
  event.type.startsWith('Text');

const textSetting = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function askedFor({ slotIds, references, pixels, text, seconds, settings }: JobData<'Queued'>): AskedFor {
  const size = pixels === undefined ? {} : { pixels };
  if (slotIds) return { images: slotIds.length, ...(references && { references: references.length }), ...size };
  if (text !== undefined) return { characters: lengthOf(text) };
  if (seconds === undefined) return {};
  const [resolution, mode] = [textSetting(settings?.resolution), textSetting(settings?.mode)];
  return { seconds, ...(resolution && { resolution }), ...(mode && { mode }) };
}

/** Returns the name under which the ledger shows the model: the voice of a narration, the quality of a film. */
const modelOf = ({ model, modelId, voice, quality }: JobData<'Queued'>): string | null =>
  model ?? modelId ?? voice ?? quality ?? null;

const isOver = ({ state }: PaidRunRow): boolean => state === 'complete' || state === 'failed';

function afterText(row: PaidRunRow | null, event: RecordedEvent<TextWorkEvent>, key: string): PaidRunRow | null {
  const { at, ownerId: userId } = event.metadata;
  if (event.type === 'TextAsked') {
    const { requestId: runId, holdId } = event.data;
    const work = { key, runId, holdId, userId, projectId: null, sceneId: null, kind: 'text', model: null };
    const began = { state: 'running' as const, asked: {}, assets: [], startedAt: at, endedAt: null, error: null };
    return row ?? { ...work, ...began };
  }
  if (!row || isOver(row)) return row;
  if (event.type === 'TextAnswered') return { ...row, state: 'complete', endedAt: at };
  return { ...row, state: 'failed', endedAt: at, error: event.data.error };
}

function afterStep(row: PaidRunRow | null, event: RecordedEvent<JobEvent>, key: string): PaidRunRow | null {
  const { at, ownerId: userId } = event.metadata;
  if (isStep(event, 'Queued')) {
    const { holdId, sceneId } = event.data;
    const projectId = idOfStream(event.streamId);
    const work = {
      key,
      runId: key,
      holdId,
      userId,
      projectId,
      sceneId,
      kind: kindOf(event),
      model: modelOf(event.data),
    };
    const asked = askedFor(event.data);
    return row ?? { ...work, state: 'queued', asked, assets: [], startedAt: null, endedAt: null, error: null };
  }
  if (!row || isOver(row)) return row;
  if (isStep(event, 'Started')) return { ...row, state: 'running', startedAt: row.startedAt ?? at };
  if (isStep(event, 'Completed')) return { ...row, state: 'complete', endedAt: at, assets: madeAssets(event.data) };
  return isStep(event, 'Failed') ? { ...row, state: 'failed', endedAt: at, error: event.data.error } : row;
}

export const paidRunView: View<PaidRunRow, PaidEvent> = {
  name: 'paid_run',
  version: 2,
  columns: {
    key: { type: 'text' },
    runId: { type: 'text' },
    holdId: { type: 'text' },
    userId: { type: 'uuid' },
    projectId: { type: 'uuid', nullable: true },
    sceneId: { type: 'uuid', nullable: true },
    kind: { type: 'text' },
    model: { type: 'text', nullable: true },
    state: { type: 'text' },
    asked: { type: 'jsonb' },
    assets: { type: 'jsonb' },
    startedAt: { type: 'timestamptz', nullable: true },
    endedAt: { type: 'timestamptz', nullable: true },
    error: { type: 'text', nullable: true },
  },
  key: 'key',
  indexes: [['holdId'], ['endedAt'], ['userId', 'endedAt']],
  types: [
    ...generationKinds.flatMap((kind) => JOB_STEPS.map((step) => kind.type(step))),
    'TextAsked',
    'TextAnswered',
    'TextFailed',
  ],
  keys: (event) => [isText(event) ? event.data.holdId : event.data.jobId],
  evolve: (row, event, key) => (isText(event) ? afterText(row, event, key) : afterStep(row, event, key)),
};
