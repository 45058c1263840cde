import { Inject, Injectable } from '@nestjs/common';
import { OwnedValue, streamOf } from '../domain/aggregate';
import type { Aggregate } from '../domain/aggregate';
import { toRecorded } from '../domain/domain-event';
import type { DomainEvent, RecordedEvent } from '../domain/domain-event';
import { isOwnEvent } from '../domain/scoped-event-store';
import { EventStore, StreamNotFound } from '../event-store/event-store';
import { foldOf, PAST_EVERY, SNAPSHOTS } from './snapshot';
import type { Snapshots } from './snapshot';
import { beginning, next, Turns } from './state-reader';
import type { CachedAggregate } from './state-reader';

/** A past state, and the time of its last event. */
export interface Past<State> {
  state: State;
  /** -1n before the first event. */
  revision: bigint;
  /** ISO 8601; empty before the first event. */
  at: string;
}

export interface Reading<State, Event extends DomainEvent> {
  /** Reading begins at the nearest stored state at or before this revision, so with event `near + 1` at the latest. */
  near: bigint;
  /** Revision at which reading ends; all further events of the same command are still read. */
  until: bigint;
  /** Called with each event and the state before it. The fold may later change collections of that state in place. */
  onEvent?: (state: State, event: RecordedEvent<Event>) => void;
}

/**
 * Reads past states. Folds from the nearest stored state and, on the way, stores states that are far from any stored
 * one. So the first look at a long past reads all of it, and later looks read a few hundred events.
 */
@Injectable()
export class PastReader {
  constructor(
    private readonly events: EventStore,
    @Inject(SNAPSHOTS) private readonly snapshots: Snapshots,
  ) {}

  async read<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event>,
    id: string,
    reading: Reading<State, Event>,
  ): Promise<Past<State> & { begun: bigint }> {
    const streamId = streamOf(aggregate.category, id);
    const fold = foldOf(aggregate);
    const kept = fold === null ? null : await this.snapshots.past(streamId, fold, reading.near);
    const found = kept && (await this.fold(aggregate, streamId, { ...kept, measured: 0, tail: NO_TAIL }, reading));
    if (kept && !found) await this.snapshots.discard(streamId, kept);
    const past = found ?? (await this.fold(aggregate, streamId, beginning(aggregate), reading));
    if (!past) throw new Error(`${streamId}: its first event is not at its revision`);
    return { ...past, state: past.state as State };
  }

  /** Folds the events after `start`. Returns null if the event of `start` is no longer at its revision. */
  private async fold<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event>,
    streamId: string,
    start: CachedAggregate,
    { until, onEvent }: Reading<State, Event>,
  ): Promise<(Past<unknown> & { begun: bigint }) | null> {
    const name = foldOf(aggregate);
    const categories = new Set([aggregate.category]);
    const turns = new Turns();
    let entry = start;
    let proven = start.revision < 0n;
    let [keptAt, commandId, at] = [start.revision, '', ''];
    let unshared = new OwnedValue();
    try {
      for await (const event of this.events.readStream(streamId, { from: proven ? 'start' : start.revision })) {
        await turns.others();
        const recorded = toRecorded(event);
        const isOwn = isOwnEvent(event, categories);
        const isNewCommand = !isOwn || recorded.metadata.commandId !== commandId;
        if (proven) {
          if (event.revision > until && isNewCommand) break;
          if (name !== null && isNewCommand && entry.revision - keptAt >= BigInt(PAST_EVERY)) {
            await this.snapshots.keepPast(streamId, name, entry);
            keptAt = entry.revision;
            unshared = new OwnedValue();
          }
          if (isOwn) onEvent?.(entry.state as State, recorded as RecordedEvent<Event>);
          entry = next(aggregate, entry, event, unshared);
        } else if (event.revision !== start.revision || event.id !== start.eventId) return null;
        proven = true;
        if (isOwn) ({ commandId, at } = recorded.metadata);
      }
    } catch (error) {
      if (!(error instanceof StreamNotFound)) throw error;
    }
    return proven ? { state: entry.state, revision: entry.revision, at, begun: start.revision } : null;
  }
}

const NO_TAIL = { events: 0, bytes: 0 };
