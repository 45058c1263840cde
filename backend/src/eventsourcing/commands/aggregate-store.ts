import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../lib/time';
import type { Aggregate, Decide } from '../domain/aggregate';
import { streamOf } from '../domain/aggregate';
import type { DomainEvent, EventMetadata } from '../domain/domain-event';
import { DomainError } from '../../lib/domain-error';
import { versionOf } from '../domain/upcast';
import { EventStore, type Position, WrongExpectedRevision } from '../event-store/event-store';
import { requestContext } from '../../infra/http/request-context';
import { derivedId, Ids } from '../../lib/ids';
import type { CachedAggregate } from './state-reader';
import type { CommandContext } from './command-context';
import { type Delays, retryDelay } from '../../lib/retry';
import { KeyedMutex } from '../../lib/concurrency';
import { noSnapshots, SNAPSHOTS, type Snapshots } from './snapshot';
import { type ReadAhead, advance, StateReader } from './state-reader';

const MAX_ATTEMPTS = 30;
/**
 * Delays between attempts after a conflict. The node that lost must first read the newest state, which the winning node
 * already has. If many commands wait on the winning node, the losing node would lose until that queue is empty;
 * exponential backoff evens this out.
 */
const STEP_BACK: Delays = { firstDelayMs: 2, maxDelayMs: 200 };

export interface Committed<State = unknown> {
  state: State;
  events: DomainEvent[];
  revision: bigint;
  /** Null when the command had no effect. */
  position: Position | null;
}

/** The state on which a decision was based: the stream up to `revision`, which is -1 for an empty stream. */
export interface DecidedAt {
  streamId: string;
  revision: bigint;
  /** ISO 8601 */
  at: string;
}

const refusals = new WeakMap<DomainError, DecidedAt>();
/** Returns the state on which a refusal was based; undefined when this store did not decide the refusal. */
export const decidedAt = (refusal: DomainError): DecidedAt | undefined => refusals.get(refusal);

/** The part of the store that runs decisions. A replay uses another implementation, which appends nothing. */
export type Decisions = Pick<AggregateStore, 'execute' | 'load'>;

/**
 * Runs every command: load → decide → append. The state comes from the cache. Only after a conflict, a rejection or a
 * decision without events is the end of the stream read, since these must not rest on a stale state.
 * Idempotency is the task of `decide`, which sees in the state that the command was already done. Each attempt
 * therefore uses new event ids: a store may confirm known ids as if they had just been stored (EventStoreDB does), and
 * the cached state would then contain events that the log lacks.
 */
@Injectable()
export class AggregateStore {
  private readonly states: StateReader;
  private readonly queue = new KeyedMutex();

  constructor(
    private readonly events: EventStore,
    private readonly clock: Clock,
    private readonly ids: Ids,
    @Inject(SNAPSHOTS) snapshots: Snapshots = noSnapshots,
  ) {
    this.states = new StateReader(events, snapshots);
  }

  /**
   * @param ahead called with a snapshot's state, if one is loaded, while the rest of the stream is read: prepares other
   * data that the decision needs. Awaited before `decide`; its error fails the command.
   * @throws DomainError from `decide`; DomainError 'conflict' when other writers won every attempt.
   */
  execute<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event>,
    id: string,
    context: CommandContext,
    decide: Decide<State, Event>,
    ahead?: (state: State) => Promise<void>,
  ): Promise<Committed<State>> {
    const streamId = streamOf(aggregate.category, id);
    return this.queue.run(streamId, async () => {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const reading = { reread: attempt > 0, ahead: ahead as ReadAhead | undefined };
        const committed = await this.attempt(aggregate, streamId, context, decide, reading);
        if (committed) return committed;
        if (attempt > 0) await pause(Math.random() * retryDelay(STEP_BACK, attempt));
      }
      throw new DomainError('conflict', 'This is being changed by someone else. Please try again.');
    });
  }

  /** Reads the newest state from the stream. */
  async load<State, Event extends DomainEvent>(aggregate: Aggregate<State, Event>, id: string): Promise<State> {
    return (await this.loadAt(aggregate, id)).state;
  }

  /** Like `load`, with the revision of the newest event; -1 for an empty stream. */
  async loadAt<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event>,
    id: string,
  ): Promise<{ state: State; revision: bigint }> {
    const { state, revision } = await this.states.newest(aggregate, streamOf(aggregate.category, id));
    return { state: state as State, revision };
  }

  private async attempt<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event>,
    streamId: string,
    context: CommandContext,
    decide: Decide<State, Event>,
    { reread, ahead }: { reread: boolean; ahead?: ReadAhead },
  ): Promise<Committed<State> | null> {
    const at = this.clock.now().toISOString();
    const cached = reread ? undefined : this.states.known(streamId);
    let current = cached ?? (await this.states.newest(aggregate, streamId, ahead));
    let outcome = this.tryDecide(decide, current, context, at);
    if (cached && (outcome instanceof DomainError || outcome.length === 0)) {
      current = await this.states.newest(aggregate, streamId);
      if (current.revision !== cached.revision) outcome = this.tryDecide(decide, current, context, at);
    }
    if (outcome instanceof DomainError) {
      refusals.set(outcome, { streamId, revision: current.revision, at });
      throw outcome;
    }
    const state = current.state as State;
    if (outcome.length === 0) return { state, events: [], revision: current.revision, position: null };

    try {
      const events = outcome.map(({ type, data }) => {
        const metadata: EventMetadata = { ...context, schemaVersion: versionOf(aggregate.upcasters, type), at };
        return { id: this.ids.next(), type, data, metadata: { ...metadata } };
      });
      const { nextExpectedRevision: revision, position } = await this.events.append(streamId, events, {
        expected: current.revision < 0n ? 'no_stream' : current.revision,
      });
      const request = requestContext();
      if (request) request.hasSaved = true;
      const next = outcome.reduce((entry, event, index) => {
        const folding = { ...context, at, revision: entry.revision + 1n };
        return advance(aggregate, entry, event, folding, events[index]?.id ?? '');
      }, current);
      this.states.keep(aggregate, streamId, next);
      return { state: next.state as State, events: outcome, revision, position };
    } catch (error) {
      const behind = error instanceof WrongExpectedRevision && isAhead(error.actual, current.revision);
      // If newer events alone caused the conflict, reading can continue from the cached state. After any other error
      // the log's content is unknown, or it may be another log.
      if (!behind) this.states.forget(streamId);
      if (error instanceof WrongExpectedRevision) return null;
      throw error;
    }
  }

  private tryDecide<State, Event extends DomainEvent>(
    decide: Decide<State, Event>,
    current: CachedAggregate,
    context: CommandContext,
    now: string,
  ): Event[] | DomainError {
    let made = 0;
    const nextId = () => derivedId(context.commandId, 'id', made++);
    try {
      return decide(current.state as State, { now, nextId, ownerId: context.ownerId });
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    }
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const isAhead = (actual: bigint | 'no_stream', revision: bigint): boolean =>
  actual !== 'no_stream' && actual > revision;
