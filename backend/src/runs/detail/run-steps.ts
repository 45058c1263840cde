import type { ProviderCall, RunStep } from '@storyreel/contracts';
import type { RunRow } from '../views/run.view';
import type { EventOfRun } from './run-events';

const WRITES = ['ScenesReplaced', 'SceneDescribed', 'ScenePromptWritten', 'StoryWritten'];
/** Name of the provider operation that fetches a result. */
const COPY = 'fetchOutput';

type Bar = Pick<RunStep, 'kind' | 'label' | 'startedAt' | 'endedAt'> & Partial<RunStep>;

const bar = (given: Bar): RunStep => ({ detail: null, failed: false, call: null, ...given });
const moment = (given: Omit<Bar, 'startedAt' | 'endedAt'> & { at: string }): RunStep => {
  const { at, ...rest } = given;
  return bar({ ...rest, startedAt: at, endedAt: at });
};

function callBar(call: ProviderCall, index: number): RunStep {
  const { operation, startedAt, endedAt, error, times, attempt } = call;
  const tries = [
    attempt > 1 ? `attempt ${attempt}` : null,
    times > 1 ? `${times} times` : null,
    error?.message ?? null,
  ];
  const detail = tries.filter((word) => word !== null).join(', ') || null;
  const kind = operation === COPY ? 'copy' : 'provider';
  return bar({
    kind,
    label: `${call.provider}: ${operation}`,
    startedAt,
    endedAt,
    detail,
    failed: error !== null,
    call: index,
  });
}

/**
 * Returns when a worker took up the run. A story waits for a worker although its request has begun; other texts do not
 * wait.
 */
function takenUpAt({ operation, startedAt }: RunRow, events: readonly EventOfRun[]): string | null {
  if (operation !== 'write_story') return startedAt;
  return events.find(({ type }) => type === 'StoryWritingStarted')?.metadata.at ?? null;
}

/** Returns the steps that are known without a recording, from the intent to the outcome. */
function unrecorded({ acceptedAt, endedAt, provider, state, error }: RunRow, startedAt: string | null): RunStep[] {
  if (startedAt === null) return [];
  const name = provider ?? 'The provider';
  if (acceptedAt === null) {
    return [bar({ kind: 'provider', label: name, startedAt, endedAt, failed: state === 'failed', detail: error })];
  }
  const failed = state === 'failed';
  return [
    bar({ kind: 'provider', label: `${name}: create`, startedAt, endedAt: acceptedAt }),
    bar({ kind: 'provider', label: `${name}: make and copy`, startedAt: acceptedAt, endedAt, failed, detail: error }),
  ];
}

/** Returns the steps of a run as bars over time, in order of their start. */
export function stepsOf(row: RunRow, events: readonly EventOfRun[], calls: readonly ProviderCall[]): RunStep[] {
  const steps: RunStep[] = [moment({ kind: 'request', label: 'Request', at: row.requestedAt })];
  for (const { metadata, data } of events.filter((event) => event.type === 'ZapsReserved')) {
    const detail = `${data.units / 10_000} zaps`;
    steps.push(moment({ kind: 'reservation', label: 'Zaps reserved', at: metadata.at, detail }));
  }
  const startedAt = takenUpAt(row, events);
  if (row.queuedAt !== null && (row.kind !== 'text' || row.operation === 'write_story')) {
    const endedAt = startedAt ?? row.endedAt;
    steps.push(bar({ kind: 'queue', label: 'Waiting in the queue', startedAt: row.queuedAt, endedAt }));
  }
  steps.push(...(calls.length > 0 ? calls.map(callBar) : unrecorded(row, startedAt)));
  for (const { type, metadata } of events.filter(({ type }) => WRITES.includes(type))) {
    steps.push(moment({ kind: 'write', label: 'Written into the project', at: metadata.at, detail: type }));
  }
  for (const { metadata } of events.filter((event) => event.type === 'ZapsSettled')) {
    steps.push(moment({ kind: 'settlement', label: 'Zaps settled', at: metadata.at }));
  }
  for (const { metadata, data } of events.filter((event) => event.type === 'ZapsReleased')) {
    const { reason: detail } = data;
    steps.push(moment({ kind: 'settlement', label: 'Zaps given back', at: metadata.at, detail, failed: true }));
  }
  return steps.sort((a, b) => (a.startedAt < b.startedAt ? -1 : Number(a.startedAt > b.startedAt)));
}
