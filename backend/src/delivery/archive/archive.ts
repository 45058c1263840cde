import { LIMITS } from '@storyreel/contracts';
import type { DataArchive } from '@storyreel/contracts';
import { AggregateCommand, handlerFor, type NoData } from '../../eventsourcing/commands/command-handler';
import type { Aggregate, Environment, FoldContext } from '../../eventsourcing/domain/aggregate';
import type { DomainEvent } from '../../eventsourcing/domain/domain-event';
import type { PushRule } from '../../eventsourcing/push/push-rule';
import { DomainError } from '../../lib/domain-error';
import { DAY_MS } from '../../lib/time';

export type ArchiveEvent =
  | DomainEvent<'ArchiveRequested', { archiveId: string }>
  | DomainEvent<'ArchiveProgressed', { archiveId: string; percent: number }>
  | DomainEvent<'ArchivePrepared', PreparedArchive>
  | DomainEvent<'ArchiveFailed', { archiveId: string }>;

interface PreparedArchive {
  archiveId: string;
  /** Id of the run that writes the file. */
  runId: string;
  bytes: number;
  /** Number of files in the ZIP; `leftOut` counts the files that could not be included. */
  files: number;
  leftOut: number;
}

interface Archive {
  id: string;
  state: DataArchive['state'];
  requestedAt: string;
  percent: number;
  prepared: (Omit<PreparedArchive, 'archiveId'> & { at: string }) | null;
}

export interface ArchiveState {
  newest: Archive | null;
  /** The previous archive, replaced by the newest one; null if it has no file. */
  replaced: { id: string; runId: string } | null;
  /** Times of the latest requests for an archive. */
  requests: readonly string[];
}

const evolveNewest = (newest: Archive | null, event: ArchiveEvent, { at }: FoldContext): Archive | null => {
  switch (event.type) {
    case 'ArchiveRequested':
      return { id: event.data.archiveId, state: 'preparing', requestedAt: at, percent: 0, prepared: null };
    case 'ArchiveProgressed':
      return newest && { ...newest, percent: event.data.percent };
    case 'ArchivePrepared': {
      const { archiveId: _, ...prepared } = event.data;
      return newest && { ...newest, state: 'ready', percent: 100, prepared: { ...prepared, at } };
    }
    case 'ArchiveFailed':
      return newest && { ...newest, state: 'failed' };
    default:
      return event satisfies never;
  }
};

const replacedBy = ({ newest }: ArchiveState): ArchiveState['replaced'] =>
  newest?.prepared ? { id: newest.id, runId: newest.prepared.runId } : null;

/** Stream `archive-<user id>`: all archives of the user's data, one after the other. */
export const archiveAggregate: Aggregate<ArchiveState, ArchiveEvent> = {
  category: 'archive',
  initial: { newest: null, replaced: null, requests: [] },
  evolve: (state, event, context) => {
    const newest = evolveNewest(state.newest, event, context);
    if (event.type !== 'ArchiveRequested') return { ...state, newest };
    const requests = [...state.requests, context.at].slice(-LIMITS.archivesPerDay);
    return { newest, replaced: replacedBy(state), requests };
  },
  snapshot: { version: 1 },
};

/** Time for which an archive can be downloaded. */
export const ARCHIVE_MS = LIMITS.archiveDays * DAY_MS;

/** Requests an archive, unless one is being prepared. */
export class RequestArchive extends AggregateCommand<ArchiveState, NoData> {}

/** @throws DomainError limit_reached */
export function decideRequest(
  state: ArchiveState,
  { now, nextId }: Pick<Environment, 'now' | 'nextId'>,
): ArchiveEvent[] {
  const archiveId = nextId();
  if (state.newest?.state === 'preparing' || state.newest?.id === archiveId) return [];
  const since = Date.parse(now) - DAY_MS;
  if (state.requests.filter((at) => Date.parse(at) > since).length >= LIMITS.archivesPerDay)
    throw new DomainError(
      'limit_reached',
      `Your data can be prepared ${LIMITS.archivesPerDay} times a day. Please try again tomorrow.`,
    );
  return [{ type: 'ArchiveRequested', data: { archiveId } }];
}

export const RequestArchiveHandler = handlerFor(RequestArchive, archiveAggregate, (_, state, environment) =>
  decideRequest(state, environment),
);

export const isPreparing = ({ newest }: ArchiveState, id: string): boolean =>
  newest?.id === id && newest.state === 'preparing';

/** Records a step of an archive that is being prepared. Only the first outcome counts. */
export function decideStep(state: ArchiveState, event: ArchiveEvent): ArchiveEvent[] {
  if (!isPreparing(state, event.data.archiveId)) return [];
  if (event.type === 'ArchiveProgressed' && event.data.percent <= (state.newest?.percent ?? 0)) return [];
  return [event];
}

export const archiveUrlOf = (id: string): string => `/api/account/archives/${id}/file`;

/** Returns the newest archive as its owner sees it; null when there is none or its file was deleted. */
export function presentArchive({ newest }: ArchiveState, now: Date): DataArchive | null {
  if (!newest) return null;
  const { id, state, requestedAt, percent, prepared } = newest;
  if (!prepared) return { id, state, requestedAt, percent, file: null };
  const { bytes, files, leftOut, at } = prepared;
  const until = new Date(Date.parse(at) + ARCHIVE_MS);
  if (until <= now) return null;
  const file = { url: archiveUrlOf(id), bytes, files, leftOut, until: until.toISOString() };
  return { id, state, requestedAt, percent, file };
}

export const archivePushRule: PushRule<ArchiveEvent> = {
  types: ['ArchiveRequested', 'ArchiveProgressed', 'ArchivePrepared', 'ArchiveFailed'],
  draft: ({ type }) => ({
    type: 'archiveChanged',
    state: type === 'ArchivePrepared' ? 'ready' : type === 'ArchiveFailed' ? 'failed' : 'preparing',
  }),
};
