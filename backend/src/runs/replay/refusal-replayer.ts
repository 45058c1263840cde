import type { ReplayDifference, ReplayVerdict } from '@storyreel/contracts';
import { idOfStream } from '../../eventsourcing/domain/aggregate';
import { toRecorded } from '../../eventsourcing/domain/domain-event';
import type { RecordedEvent } from '../../eventsourcing/domain/domain-event';
import { readable } from '../../eventsourcing/domain/upcast';
import type { EventStore } from '../../eventsourcing/event-store/event-store';
import { REFUSALS_A_DAY } from '../../eventsourcing/refusals/refusals';
import type { Refusable, RefusalEvent, Refused } from '../../eventsourcing/refusals/refusals';
import { differences } from '../../eventsourcing/replay/replay-store';
import { StreamHistory } from '../../eventsourcing/replay/stream-history';
import { batchRefusals } from '../../batches';
import { generationRefusals } from '../../generation';
import { DomainError } from '../../lib/domain-error';
import { toError } from '../../lib/errors';
import { derivedId } from '../../lib/ids';
import { zapsRefusals } from '../../money/zaps';
import { publishingRefusals } from '../../publishing';
import { chatRefusals } from '../../writing/chat';
import { textRefusals } from '../../writing/story-ai';

type RecordedRefusal = RecordedEvent & RefusalEvent;

const RECORDED: readonly Refusable[] = [
  ...zapsRefusals,
  ...generationRefusals,
  ...textRefusals,
  ...batchRefusals,
  ...chatRefusals,
  ...publishingRefusals,
];

/** Result of deciding one refusal again. */
export interface RefusalReport {
  command: string;
  streamId: string;
  revision: number;
  /** Time of the refusal, ISO 8601. */
  at: string;
  verdict: Extract<ReplayVerdict, 'same' | 'different'> | 'not_compared';
  differences: ReplayDifference[];
  /** Reason why the refusal was not decided again. */
  reason?: string;
}

/** Stands for the refusal's code when the command is no longer refused. */
const ACCEPTED = 'accepted';

interface Answer {
  code: string;
  message?: string;
}

/** Yields recorded refusals, newest first. */
async function* newestRefusals(log: Pick<EventStore, 'readAll'>): AsyncGenerator<RecordedRefusal> {
  const filter = { types: ['CommandRefused'] };
  for await (const event of log.readAll({ from: 'end', direction: 'backwards', filter })) {
    yield readable(toRecorded(event)) as RecordedRefusal;
  }
}

/**
 * Decides recorded refusals again with the current code, each on the state of the original decision. Appends nothing.
 */
export class RefusalReplayer {
  /** Cache of streams, since neighbouring refusals in the log mostly share their streams. */
  private readonly streams = new Map<string, StreamHistory>();
  private readonly decisions: ReadonlyMap<string, Refusable>;

  constructor(
    private readonly log: Pick<EventStore, 'readStream' | 'readAll'>,
    decisions = RECORDED,
  ) {
    this.decisions = new Map(decisions.map((decision) => [decision.command, decision]));
  }

  async *newest(limit: number): AsyncGenerator<RefusalReport> {
    let asked = 0;
    for await (const refusal of newestRefusals(this.log)) {
      if (asked++ >= limit) return;
      yield await this.askAgain(refusal);
    }
  }

  private async askAgain({ data: refused, metadata }: RecordedRefusal): Promise<RefusalReport> {
    const { command, streamId, revision, decidedAt: at, data, code, message } = refused;
    const about = { command, streamId, revision, at };
    const notCompared = (reason: string): RefusalReport => ({
      ...about,
      verdict: 'not_compared',
      differences: [],
      reason,
    });
    const decision = this.decisions.get(command);
    if (!decision) return notCompared('this release has no such command');
    if (data === null) return notCompared('the command was too large to be recorded');
    const found = (await this.historyOf(decision, refused)).upTo(BigInt(revision));
    if (!found) return notCompared('its stream is shorter now');
    let made = 0;
    const nextId = () => derivedId(metadata.commandId, 'id', made++);
    const environment = { now: at, nextId, ownerId: metadata.ownerId };
    const today = answerOf(() => {
      decision.decide({ aggregateId: idOfStream(streamId), data, context: metadata }, found.state, environment);
    });
    // An accepted command has no message that could be compared.
    const before = today.code === ACCEPTED ? { code } : { code, message };
    const different = differences(before, today);
    return { ...about, verdict: different.length === 0 ? 'same' : 'different', differences: different };
  }

  private async historyOf({ aggregate }: Refusable, { streamId }: Refused): Promise<StreamHistory> {
    const known = this.streams.get(streamId) ?? (await StreamHistory.read(this.log, aggregate, streamId));
    this.streams.delete(streamId);
    this.streams.set(streamId, known);
    const [oldest] = this.streams.keys();
    if (this.streams.size > MOST && oldest !== undefined) this.streams.delete(oldest);
    return known;
  }
}

const MOST = 32;

/** An unexpected error of the current code counts as an outcome too. */
function answerOf(decide: () => void): Answer {
  try {
    decide();
    return { code: ACCEPTED };
  } catch (error) {
    if (error instanceof DomainError) return { code: error.code, message: error.message };
    return { code: 'error', message: toError(error).message };
  }
}

/** Lists the refusals that no replay decides again, for the end of its report. */
export const REFUSALS_NOT_RECORDED =
  `earlier releases, more than ${REFUSALS_A_DAY} of one user on a day, repeats on the same state, and whatever more than ` +
  'one stream decides: the turn of a batch and which scenes it leaves out, how many posts there may be, what a post ' +
  'refers to, and settings that a model does not take';
