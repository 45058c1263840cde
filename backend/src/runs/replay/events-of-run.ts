import { categoryOf, idOfStream, streamOf } from '../../eventsourcing/domain/aggregate';
import { isOneOf, textIn, toRecorded } from '../../eventsourcing/domain/domain-event';
import type { DomainEvent, RecordedEvent } from '../../eventsourcing/domain/domain-event';
import { readable } from '../../eventsourcing/domain/upcast';
import type { EventStore } from '../../eventsourcing/event-store/event-store';
import { StreamHistory } from '../../eventsourcing/replay/stream-history';
import { generationParts } from '../../generation';
import { walletAggregate } from '../../money/zaps';
import type { HoldEvent } from '../../money/zaps';
import { isJobEvent, projectAggregate } from '../../projects/storyboard';
import { textWorkAggregate } from '../../writing/story-ai';

/** Reference to a run in the log: the id of its job or request, and the stream of its first event. */
export interface RunRef {
  runId: string;
  /** project-<id> for a generation, textwork-<id> for a text. */
  streamId: string;
}

const AGGREGATES = new Map(
  [projectAggregate, walletAggregate, textWorkAggregate].map((aggregate) => [aggregate.category, aggregate]),
);
/** Maximum number of cached streams: neighbouring runs in the log mostly share their streams. */
const MOST = 32;

/** Cache of the streams that runs need. */
export class Histories {
  private readonly streams = new Map<string, StreamHistory>();

  constructor(private readonly log: Pick<EventStore, 'readStream'>) {}

  /** Returns a stream's history; null for a category of streams without runs. */
  async read(streamId: string): Promise<StreamHistory | null> {
    const known = this.streams.get(streamId);
    this.streams.delete(streamId);
    const aggregate = AGGREGATES.get(categoryOf(streamId));
    const found = known ?? (aggregate ? await StreamHistory.read(this.log, aggregate, streamId) : null);
    if (found) this.streams.set(streamId, found);
    const [oldest] = this.streams.keys();
    if (this.streams.size > MOST && oldest !== undefined) this.streams.delete(oldest);
    return found;
  }
}

type Payment = Extract<HoldEvent, { type: 'ZapsReserved' | 'ZapsSettled' | 'ZapsReleased' }>;
const PAYMENTS = ['ZapsReserved', 'ZapsSettled', 'ZapsReleased'] as const satisfies Payment['type'][];
const LEDGER = new Set<string>(PAYMENTS);
/** Narrows a step to an entry about the run's hold. */
export const isPayment: (event: RecordedEvent) => event is RecordedEvent & RecordedEvent<Payment> =
  isOneOf<Payment>(PAYMENTS);
const WRITTEN = new Set(['ScenesReplaced', 'SceneDescribed', 'ScenePromptWritten', 'StoryWritten']);
/** Types of the events that begin a run, or an attempt at a text. */
const FIRST = [...generationParts.map(({ kind }) => kind.type('Queued')), 'TextAsked'];
const OUTCOMES = [
  ...generationParts.flatMap(({ kind }) => [kind.type('Completed'), kind.type('Failed')]),
  ...['TextAnswered', 'TextFailed'],
];

/** The events of one run, in log order. */
export interface EventsOfRun {
  steps: RecordedEvent[];
  isOfRun: (event: DomainEvent) => boolean;
}

/** Returns the events of a run; null when the stream has no such run. */
export async function readRun(
  { runId, streamId }: RunRef,
  history: (streamId: string) => Promise<StreamHistory | null>,
): Promise<EventsOfRun | null> {
  const isText = categoryOf(streamId) === textWorkAggregate.category;
  const own = (event: DomainEvent): boolean =>
    isText ? textIn(event, 'requestId') === runId : isJobEvent(event) && event.data.jobId === runId;
  const found = (await history(streamId))?.events.filter(own) ?? [];
  const [first] = found;
  if (!first) return null;
  const holds = new Set(found.flatMap((event) => textIn(event, 'holdId') ?? []));
  const isHeld = (event: DomainEvent): boolean => holds.has(textIn(event, 'holdId') ?? '');
  const isPaid = (event: DomainEvent): boolean => LEDGER.has(event.type) && isHeld(event);
  const isWritten = (event: DomainEvent): boolean => isText && WRITTEN.has(event.type) && isHeld(event);
  const wallet = await history(streamOf(walletAggregate.category, first.metadata.ownerId));
  const entries = wallet?.events.filter(isPaid) ?? [];
  const paid = isText ? entries.filter(isPayment) : [];
  const projectIds = new Set(paid.flatMap(({ data }) => data.purpose.projectId ?? []));
  const written: RecordedEvent[] = [];
  for (const projectId of projectIds) {
    const project = await history(streamOf(projectAggregate.category, projectId));
    written.push(...(project?.events.filter(isWritten) ?? []));
  }
  const steps = [...found, ...entries, ...written].toSorted((a, b) => (a.position < b.position ? -1 : 1));
  return { steps, isOfRun: (event) => own(event) || isPaid(event) || isWritten(event) };
}

/**
 * Returns true when the run has its outcome. A text that is requested again has no outcome until the new attempt has
 * ended.
 */
export const isOver = (steps: readonly RecordedEvent[]): boolean =>
  steps.findLastIndex(({ type }) => OUTCOMES.includes(type)) > steps.findLastIndex(({ type }) => FIRST.includes(type));

const referenceTo = ({ streamId, ...event }: RecordedEvent): RunRef => ({
  runId: textIn(event, 'jobId') ?? textIn(event, 'requestId') ?? '',
  streamId,
});

/** Finds runs by reading only the log, newest first; a text that was requested several times is one run. */
async function* runsIn(log: Pick<EventStore, 'readAll'>): AsyncGenerator<{ run: RunRef; hasEnded: boolean }> {
  const seen = new Set<string>();
  const ended = new Set<string>();
  const types = [...FIRST, ...OUTCOMES];
  for await (const event of log.readAll({ from: 'end', direction: 'backwards', filter: { types } })) {
    const run = referenceTo(readable(toRecorded(event)));
    if (seen.has(run.runId)) continue;
    if (OUTCOMES.includes(event.type)) {
      ended.add(run.runId);
      continue;
    }
    seen.add(run.runId);
    yield { run, hasEnded: ended.delete(run.runId) };
  }
}

/** Finds finished runs, newest first: an unfinished run has no outcome to compare. */
export async function* newestRuns(log: Pick<EventStore, 'readAll'>): AsyncGenerator<RunRef> {
  for await (const { run, hasEnded } of runsIn(log)) if (hasEnded) yield run;
}

/**
 * Finds a run in the log; returns null when the log has no such run.
 * @param runId in upper or lower case
 */
export async function findRun(log: Pick<EventStore, 'readAll'>, runId: string): Promise<RunRef | null> {
  const wanted = runId.toLowerCase();
  for await (const { run } of runsIn(log)) if (run.runId === wanted) return run;
  return null;
}

/** Types of the events that begin a reply of the assistant. */
const CHAT_REPLIES = ['ChatMessagePosted', 'ChatReplyRetried'];

/** Yields the events that began replies of the assistant, newest first. */
async function* chatReplies(log: Pick<EventStore, 'readAll'>): AsyncGenerator<RecordedEvent> {
  const filter = { types: CHAT_REPLIES };
  for await (const event of log.readAll({ from: 'end', direction: 'backwards', filter })) yield toRecorded(event);
}

/** Counts the assistant's replies that were requested since a moment; replays leave replies out. */
export async function chatRepliesIn(log: Pick<EventStore, 'readAll'>, since: string | null): Promise<number> {
  if (since === null) return 0;
  let replies = 0;
  for await (const { metadata } of chatReplies(log)) {
    if (metadata.at < since) break;
    replies += 1;
  }
  return replies;
}

/** Tells whether an id belongs to a reply of the assistant, or to its chat. */
export async function isChatReply(log: Pick<EventStore, 'readAll'>, id: string): Promise<boolean> {
  const wanted = id.toLowerCase();
  for await (const event of chatReplies(log)) {
    if (textIn(event, 'replyId') === wanted || idOfStream(event.streamId) === wanted) return true;
  }
  return false;
}
