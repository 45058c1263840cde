import type { ReplayCheck, ReplayDifference, ReplayVerdict } from '@storyreel/contracts';
import { derivedId } from '../../lib/ids';
import type { Committed, Decisions } from '../commands/aggregate-store';
import type { CommandContext } from '../commands/command-context';
import { streamOf } from '../domain/aggregate';
import type { Aggregate, Decide } from '../domain/aggregate';
import type { DomainEvent, RecordedEvent } from '../domain/domain-event';
import type { StreamHistory } from './stream-history';

/** Maximum number of listed differences, so that reports stay readable. */
const MOST = 50;

/** Lists the differences between two JSON values, as JSON paths below `path`. */
export function differences(recorded: unknown, today: unknown, path = '$'): ReplayDifference[] {
  const found: ReplayDifference[] = [];
  collect(found, plain(recorded), plain(today), path);
  return found.slice(0, MOST);
}

/** Converts a value to the form that it has in the log. */
const plain = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

function collect(found: ReplayDifference[], recorded: unknown, today: unknown, path: string): void {
  if (Object.is(recorded, today) || found.length >= MOST) return;
  if (Array.isArray(recorded) && Array.isArray(today)) {
    const length = Math.max(recorded.length, today.length);
    for (let i = 0; i < length; i++) collect(found, recorded[i], today[i], `${path}[${i}]`);
  } else if (isRecord(recorded) && isRecord(today)) {
    for (const name of new Set([...Object.keys(recorded), ...Object.keys(today)]))
      collect(found, own(recorded, name), own(today, name), `${path}${step(name)}`);
  } else {
    found.push({ path, recorded, today });
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const own = (record: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(record, name) ? record[name] : undefined;
const step = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`);

type Subject = Pick<ReplayCheck, 'of' | 'operation'>;

/** Compares a recorded value with the one that the current code yields. */
export function compared(subject: Subject, recorded: unknown, today: unknown): ReplayCheck {
  const found = differences(recorded, today);
  return { ...subject, verdict: found.length === 0 ? 'same' : 'different', differences: found };
}

export const notCompared = (subject: Subject, reason: string): ReplayCheck => ({
  ...subject,
  verdict: 'not_compared',
  differences: [],
  reason,
});

export interface Verdict {
  verdict: ReplayVerdict;
  differences: ReplayDifference[];
}

/**
 * An event that the current code decides but that is missing from the log, where it would follow after this many steps.
 */
export interface ReplayExtra {
  after: number;
  streamId: string;
  event: DomainEvent;
}

interface Options {
  /** The events of a run, in log order. */
  steps: readonly RecordedEvent[];
  history: (streamId: string) => StreamHistory;
  isOfRun: (event: DomainEvent) => boolean;
}

const SAME: Verdict = { verdict: 'same', differences: [] };
const MISSING: Verdict = { verdict: 'missing', differences: [] };

/**
 * Replays a run with the current code. Each decision gets the state as the log had it at that moment, including the
 * events of others, and the result is compared with the recorded event. Takes the place of the aggregate store and has
 * no event store, so nothing can be appended.
 */
export class ReplayStore implements Decisions {
  readonly extras: ReplayExtra[] = [];
  private readonly verdicts = new Map<RecordedEvent, Verdict>();

  constructor(private readonly options: Options) {}

  /** The run's first event without a verdict. */
  get next(): RecordedEvent | null {
    return this.options.steps.find((step) => !this.verdicts.has(step)) ?? null;
  }

  verdictOf(step: RecordedEvent): Verdict {
    return this.verdicts.get(step) ?? MISSING;
  }

  /** Number of events with a verdict. */
  get judged(): number {
    return this.verdicts.size;
  }

  /**
   * Marks an event that the current code does not decide, with the code's refusal if there is one. Does nothing if the
   * event already has a verdict.
   */
  miss(step: RecordedEvent, refusal?: string): void {
    if (this.verdicts.has(step)) return;
    const differences = refusal === undefined ? [] : [{ path: '$', recorded: step.type, today: refusal }];
    this.verdicts.set(step, { verdict: 'missing', differences });
  }

  load<State, Event extends DomainEvent>(aggregate: Aggregate<State, Event>, id: string): Promise<State> {
    return Promise.resolve(this.stateOf<State>(streamOf(aggregate.category, id)));
  }

  async execute<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event>,
    id: string,
    context: CommandContext,
    decide: Decide<State, Event>,
  ): Promise<Committed<State>> {
    const streamId = streamOf(aggregate.category, id);
    const now = (this.pending(streamId)[0] ?? this.next ?? this.options.steps.at(-1))?.metadata.at ?? '';
    let made = 0;
    const nextId = () => derivedId(context.commandId, 'id', made++);
    const decided = decide(this.stateOf<State>(streamId), { now, nextId, ownerId: context.ownerId });
    for (const event of decided) if (this.options.isOfRun(event)) this.judge(streamId, event);
    const position = this.next?.position ?? null;
    const { revision, state } = { revision: this.revisionOf(streamId), state: this.stateOf<State>(streamId) };
    return Promise.resolve({ state, events: decided, revision, position: decided.length > 0 ? position : null });
  }

  private stateOf<State>(streamId: string): State {
    return this.options.history(streamId).before(this.next?.position ?? null) as State;
  }

  private revisionOf(streamId: string): bigint {
    return this.options.history(streamId).revisionBefore(this.next?.position ?? null);
  }

  private pending(streamId: string): RecordedEvent[] {
    return this.options.steps.filter((step) => step.streamId === streamId && !this.verdicts.has(step));
  }

  private judge(streamId: string, { type, data }: DomainEvent): void {
    const pending = this.pending(streamId);
    const [first] = pending;
    const match = pending.find((step) => step.type === type) ?? (first && replaces(first.type, type) ? first : null);
    if (!match) {
      this.addExtra({ after: this.judged, streamId, event: { type, data } });
      return;
    }
    for (const step of pending.slice(0, pending.indexOf(match))) this.miss(step);
    const found = differences({ type: match.type, data: match.data }, { type, data });
    this.verdicts.set(match, found.length === 0 ? SAME : { verdict: 'different', differences: found });
  }

  private addExtra(extra: ReplayExtra): void {
    const isKnown = this.extras.some(({ event }) => differences(event, extra.event).length === 0);
    if (!isKnown) this.extras.push(extra);
  }
}

const OUTCOME = /(Completed|Failed|Answered|Settled|Released)$/;
/**
 * True if both types are outcomes. An outcome in place of another one counts as the same event, decided differently.
 */
const replaces = (recorded: string, today: string): boolean => OUTCOME.test(recorded) && OUTCOME.test(today);
