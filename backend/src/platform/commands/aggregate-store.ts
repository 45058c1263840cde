import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../clock';
import type { Aggregate, Decide } from '../domain/aggregate';
import { streamOf } from '../domain/aggregate';
import { type DomainEvent, type EventMetadata, toRecorded } from '../domain/domain-event';
import { Refusal } from '../domain/refusal';
import {
  EVENT_STORE,
  type EventStore,
  type NewEvent,
  type Position,
  StreamNotFound,
  WrongExpectedRevision,
} from '../event-store/event-store';
import { derivedId } from '../ids';
import { AggregateCache, type CachedAggregate } from './aggregate-cache';
import type { CommandContext } from './command-context';
import { KeyedQueue } from './keyed-queue';

const MAX_ATTEMPTS = 8;
const SCHEMA_VERSION = 1;

export interface Committed<State = unknown> {
  state: State;
  events: DomainEvent[];
  revision: bigint;
  /** Null when the command had nothing to do. */
  position: Position | null;
}

/**
 * Load → decide → append, once for every command. The state comes from the cache, and only a conflict, a refusal or a
 * 'nothing to do' makes it read the stream's tail: those must not rest on a state that another node has moved on.
 */
@Injectable()
export class AggregateStore {
  private readonly cache = new AggregateCache();
  private readonly queue = new KeyedQueue();

  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws Refusal from `decide`; Refusal 'conflict' when other writers won every attempt. */
  execute<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event>,
    id: string,
    context: CommandContext,
    decide: Decide<State, Event>,
  ): Promise<Committed<State>> {
    const streamId = streamOf(aggregate.category, id);
    return this.queue.run(streamId, async () => {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const committed = await this.attempt(aggregate, streamId, context, decide);
        if (committed) return committed;
      }
      throw new Refusal('conflict', 'Somebody else is changing this. Please try again.');
    });
  }

  /** The newest state, read from the stream. */
  async load<State, Event extends DomainEvent>(aggregate: Aggregate<State, Event>, id: string): Promise<State> {
    const streamId = streamOf(aggregate.category, id);
    return (await this.refresh(aggregate, streamId)).state as State;
  }

  private async attempt<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event>,
    streamId: string,
    context: CommandContext,
    decide: Decide<State, Event>,
  ): Promise<Committed<State> | null> {
    const at = this.clock.now().toISOString();
    const cached = this.cache.get(streamId);
    let current = cached ?? (await this.refresh(aggregate, streamId));
    let outcome = this.tryDecide(decide, current, context, at);
    if (cached && (outcome instanceof Refusal || outcome.length === 0)) {
      current = await this.refresh(aggregate, streamId);
      if (current.revision !== cached.revision) outcome = this.tryDecide(decide, current, context, at);
    }
    if (outcome instanceof Refusal) throw outcome;
    const state = current.state as State;
    if (outcome.length === 0) return { state, events: [], revision: current.revision, position: null };

    const metadata: EventMetadata = { ...context, schemaVersion: SCHEMA_VERSION, at };
    try {
      const appended = await this.events.append(streamId, toNewEvents(outcome, streamId, metadata), {
        expected: current.revision < 0n ? 'no_stream' : current.revision,
      });
      const next = outcome.reduce(
        (folded, event, index) =>
          aggregate.evolve(folded, event, { ...metadata, revision: current.revision + BigInt(index) + 1n }),
        state,
      );
      this.cache.set(streamId, { state: next, revision: appended.nextExpectedRevision });
      return { state: next, events: outcome, revision: appended.nextExpectedRevision, position: appended.position };
    } catch (error) {
      this.cache.forget(streamId);
      if (error instanceof WrongExpectedRevision) return null;
      throw error;
    }
  }

  private tryDecide<State, Event extends DomainEvent>(
    decide: Decide<State, Event>,
    current: CachedAggregate,
    context: CommandContext,
    now: string,
  ): Event[] | Refusal {
    let made = 0;
    const nextId = () => derivedId(context.commandId, 'id', made++);
    try {
      return decide(current.state as State, { now, nextId, ownerId: context.ownerId });
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  }

  private async refresh<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event>,
    streamId: string,
  ): Promise<CachedAggregate> {
    const known = this.cache.get(streamId);
    let { state, revision } = known ?? { state: aggregate.initial as unknown, revision: -1n };
    try {
      for await (const event of this.events.readStream(streamId, { from: revision + 1n })) {
        const recorded = toRecorded(event);
        state = aggregate.evolve(state as State, recorded as unknown as Event, {
          at: recorded.metadata.at,
          ownerId: recorded.metadata.ownerId,
          revision: event.revision,
        });
        revision = event.revision;
      }
    } catch (error) {
      if (!(error instanceof StreamNotFound)) throw error;
    }
    const entry = { state, revision };
    this.cache.set(streamId, entry);
    return entry;
  }
}

/** Ids derived from the command make an append whose answer was lost harmless to repeat. */
function toNewEvents(events: DomainEvent[], streamId: string, metadata: EventMetadata): NewEvent[] {
  return events.map((event, index) => ({
    id: derivedId(metadata.commandId, streamId, index),
    type: event.type,
    data: event.data,
    metadata: { ...metadata },
  }));
}
