import type { ReplayDifference, ReplayReport, ReplayStep, RunEvent, RunRecording } from '@storyreel/contracts';
import type { RecordedEvent } from '../../eventsourcing/domain/domain-event';
import type { RunRow } from '../views/run.view';

type Why = RunEvent['why'];

/** Returns the cause of an event: an earlier event, the command of an earlier event, or a user's request. */
function whyOf({ metadata }: RecordedEvent, all: readonly RecordedEvent[]): Why {
  const { causationId, correlationId, actor } = metadata;
  const cause = all.find(({ id }) => id === causationId);
  if (cause) return { kind: 'event', id: cause.id, label: cause.type };
  const sibling = all.find((event) => event.metadata.commandId === causationId && event.metadata !== metadata);
  if (sibling) return { kind: 'event', id: sibling.id, label: `the command of ${sibling.type}` };
  if (causationId !== null) return { kind: 'command', id: causationId, label: 'a command of the request' };
  const who = actor.kind === 'user' ? 'the user' : actor.name;
  return { kind: 'request', id: correlationId, label: `a request of ${who}` };
}

/** Removes dollars, addresses and the providers' messages for the operator from a value. */
export function withoutDollars(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDollars);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'usd')
      .map(([name, inner]) => [name, withoutDollars(inner)]),
  );
}

const FAILED = "The provider couldn't do this.";

/** Returns a recording for its creator: without dollars, addresses and the providers' messages for the operator. */
export function forCreator(recording: RunRecording): RunRecording {
  const calls = recording.calls.map(({ exchanges: _, error, ...call }) => ({
    ...call,
    error: error && { type: error.type, message: FAILED, retryable: error.retryable },
  }));
  return withoutDollars({ ...recording, calls }) as RunRecording;
}

export const presentEvents = (events: readonly RecordedEvent[], withUsd: boolean): RunEvent[] =>
  events.map((event) => {
    const { id, streamId: stream, revision, position, type, metadata, data } = event;
    return {
      id,
      stream,
      revision: revision.toString(),
      position,
      type,
      at: metadata.at,
      actor: metadata.actor.kind === 'user' ? 'user' : metadata.actor.name,
      commandId: metadata.commandId,
      correlationId: metadata.correlationId,
      why: whyOf(event, events),
      data: withUsd ? data : withoutDollars(data),
    };
  });

const DOLLARS = /\.usd$/;

/** Removes the dollar amounts for creators; the differing fields are still listed. */
export function replayWithoutDollars(report: ReplayReport): ReplayReport {
  const shown = ({ path, ...values }: ReplayDifference): ReplayDifference =>
    DOLLARS.test(path) ? { path } : { path, ...values };
  const all = <Compared extends Pick<ReplayStep, 'differences'>>(list: Compared[]): Compared[] =>
    list.map((one) => ({ ...one, differences: one.differences.map(shown) }));
  return withoutDollars({ ...report, steps: all(report.steps), checks: all(report.checks) }) as ReplayReport;
}

/**
 * Returns the report of a run without replayable events: an assistant's reply, or work that was refused after its zaps
 * were reserved.
 */
export const nothingToReplay = ({ id: runId, kind, operation }: RunRow): ReplayReport => ({
  runId,
  kind: operation ?? kind,
  recorded: false,
  recording: 'not_recorded',
  steps: [],
  checks: [],
  same: true,
});
