import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { allAggregates } from '../app/composition';
import { inClearOf, scopedEventStore } from '../eventsourcing/domain/scoped-event-store';
import type { EventStore, NewEvent, StoredEvent } from '../eventsourcing/event-store';
import { StreamNotFound } from '../eventsourcing/event-store';
import { openEventStoreDb } from '../eventsourcing/event-store/eventstoredb/open-eventstoredb';
import { isPart, referenceIn } from '../eventsourcing/event-store/large-events/large-data';
import { LargeEventStore } from '../eventsourcing/event-store/large-events/large-event-store';
import {
  type AccountKeys,
  SealedEventStore,
  sealedCopy,
  sealedFor,
  sealOf,
} from '../eventsourcing/event-store/sealed-events';
import { IDENTITY_STREAM } from '../eventsourcing/log-identity/log-identity';
import type { AppConfig } from '../infra/config/app-config';
import { oneMinute } from '../lib/keep-trying';
import { derivedId, randomIds } from '../lib/ids';
import { trustedLedgerKeys, verifyLedger } from '../ledger';
import { refuseRunningServer, TargetInTheWay } from './backup/examine-target';
import { OwnStreams, withInstallation } from './backup/installation';
import { type StoresConfig, withStores } from './with-stores';

/** Maximum size of one append, far below the store's limit. */
const BATCH_EVENTS = 200;
const BATCH_CHARACTERS = 250_000;
/**
 * Stream with the id of the log that is being copied, so that only an interrupted copy of the same log is continued.
 * Its name is outside all of this application's categories.
 */
const COPY_STREAM = 'storyreel-copy';

const isInClear = inClearOf(allAggregates);

interface Copying {
  source: EventStore;
  target: EventStore;
  keys: AccountKeys;
  report: (line: string) => void;
}
export interface Copied {
  events: number;
  /** Number of events that are unencrypted in the source and encrypted in the copy. */
  encrypted: number;
}

/**
 * Returns this application's events of a log in order, including the data of large events. Other applications may share
 * the log.
 */
const eventsOf = (store: EventStore): AsyncGenerator<StoredEvent> => new OwnStreams(store).readAll();

const isToSeal = (event: StoredEvent): boolean => sealedFor(event, isInClear) !== null && event.data !== null;

/** Returns the event as stored: the data of a large event is in its parts, which are copied as well. */
const verbatim = (event: StoredEvent): NewEvent => {
  const { id, type, metadata } = event;
  return { id, type, data: referenceIn(event) ? null : event.data, metadata };
};

/**
 * Returns the streams of parts that are copied unchanged: parts of large events that are encrypted already, or are
 * never encrypted.
 */
async function keptParts(source: EventStore): Promise<ReadonlySet<string>> {
  const kept = new Set<string>();
  for await (const event of eventsOf(source)) {
    const parts = referenceIn(event);
    if (parts && !isToSeal(event)) kept.add(parts.stream);
  }
  return kept;
}

/** Yields this application's events of a log, without the streams that identify the log itself. */
async function* contentOf(store: EventStore): AsyncGenerator<StoredEvent> {
  for await (const event of eventsOf(store))
    if (event.streamId !== IDENTITY_STREAM && event.streamId !== COPY_STREAM) yield event;
}

/** Yields the events of the source that the copy needs, in order. */
async function* wanted({ source }: Copying): AsyncGenerator<StoredEvent> {
  const parts = await keptParts(source);
  for await (const event of contentOf(source)) if (!isPart(event) || parts.has(event.streamId)) yield event;
}

const placeOf = ({ streamId, revision, id, type }: StoredEvent): string => `${streamId} ${revision} ${id} ${type}`;

async function firstOf(store: EventStore, streamId: string): Promise<StoredEvent | null> {
  try {
    const first = await store.readStream(streamId, { limit: 1 })[Symbol.asyncIterator]().next();
    if (first.done !== true) return first.value;
  } catch (error) {
    if (!(error instanceof StreamNotFound)) throw error;
  }
  return null;
}

const identity = z.object({ logId: z.string() });
const logIdOf = (event: StoredEvent | null): string => identity.safeParse(event?.data).data?.logId ?? '';

/**
 * Marks a new copy.
 * @throws TargetInTheWay when the target has events and is not an interrupted copy of this log
 */
async function begin({ source, target }: Copying): Promise<void> {
  const of = logIdOf(await firstOf(source, IDENTITY_STREAM));
  const known = await firstOf(target, COPY_STREAM);
  if (known && logIdOf(known) === of && (await firstOf(target, IDENTITY_STREAM)) === null) return;
  const { value: other } = (await eventsOf(target).next()) as { value: StoredEvent | undefined };
  if (other)
    throw new TargetInTheWay(
      `The EventStoreDB of the copy has events of Storyreel already (${other.streamId}). Name an empty one.`,
    );
  if (known) throw new TargetInTheWay('The EventStoreDB of the copy holds a copy of another log. Name an empty one.');
  const event = { id: derivedId('copy', of), type: 'CopyBegun', data: { logId: of } };
  await target.append(COPY_STREAM, [event], { expected: 'no_stream' });
}

/** Returns the next revision of each stream in the copy, which may already contain the beginning of the log. */
async function revisionsIn(target: EventStore): Promise<Map<string, bigint>> {
  const next = new Map<string, bigint>();
  for await (const { streamId, revision } of contentOf(target)) next.set(streamId, revision + 1n);
  return next;
}

/** Events of one stream, to be appended together. */
interface Batch {
  streamId: string;
  revision: bigint;
  events: NewEvent[];
  characters: number;
}

async function appendAll(target: EventStore, { streamId, revision, events }: Batch): Promise<void> {
  if (events.length > 0)
    await target.append(streamId, events, { expected: revision === 0n ? 'no_stream' : revision - 1n });
}

/**
 * Appends the events that the copy lacks, in the order of the log.
 * @returns the number of events in the copy, and how many of them were encrypted
 */
async function copyEvents(copying: Copying): Promise<Copied> {
  const { target, keys, report } = copying;
  const done = await revisionsIn(target);
  const all: Copied = { events: 0, encrypted: 0 };
  let batch: Batch = { streamId: '', revision: 0n, events: [], characters: 0 };
  for await (const event of wanted(copying)) {
    const { streamId, revision } = event;
    const owner = isToSeal(event) ? sealedFor(event, isInClear) : null;
    all.events += 1;
    all.encrypted += owner === null ? 0 : 1;
    if (all.events % 10_000 === 0) report(`${all.events} events …`);
    if (revision < (done.get(streamId) ?? 0n)) continue;
    const copy = owner === null ? verbatim(event) : await sealedCopy(event, owner, keys);
    const characters = JSON.stringify(copy.data ?? null).length;
    const isFull = batch.events.length >= BATCH_EVENTS || batch.characters + characters > BATCH_CHARACTERS;
    if (isFull || batch.streamId !== streamId) {
      await appendAll(target, batch);
      batch = { streamId, revision, events: [], characters: 0 };
    }
    batch.events.push(copy);
    batch.characters += characters;
  }
  await appendAll(target, batch);
  return all;
}

/** Returns the log as its readers see it: decrypted and without other applications' events. */
const readable = (store: EventStore, keys: AccountKeys): EventStore =>
  scopedEventStore(new SealedEventStore(store, keys, isInClear), allAggregates, { asStored: true });

/**
 * Compares both logs event by event.
 * @throws Error with the first difference
 */
async function compare({ source, target, keys }: Copying): Promise<void> {
  const copy = readable(target, keys).readAll()[Symbol.asyncIterator]();
  for await (const was of readable(source, keys).readAll()) {
    const { value } = (await copy.next()) as { value: StoredEvent | undefined };
    // The events of an erased account are unreadable in the copy, even those that are unencrypted in the source.
    const isSame =
      value && placeOf(was) === placeOf(value) && (value.erased || isDeepStrictEqual(was.data, value.data));
    if (!isSame) throw new Error(`The copy differs at ${placeOf(was)}. Nothing was switched.`);
  }
  if ((await copy.next()).done !== true)
    throw new Error('The copy has more events than the log. Nothing was switched.');
}

/** @throws Error when the copy has an unencrypted event that belongs to a person */
async function checkSealed(target: EventStore): Promise<void> {
  for await (const event of contentOf(target))
    if (!sealOf(event) && isToSeal(event)) throw new Error(`The copy has ${placeOf(event)} in clear.`);
}

async function checkLedger({ target, keys }: Copying, config: AppConfig): Promise<void> {
  const signed = { home: config.home, trusted: trustedLedgerKeys(config) };
  const { findings } = await verifyLedger(readable(target, keys), { signed });
  const [first] = findings.named;
  if (first) throw new Error(`The ledger of the copy does not verify: ${JSON.stringify(first)}`);
}

/**
 * Copies the log of an EventStoreDB, which cannot change events, into an empty EventStoreDB, and encrypts the
 * unencrypted events there. Ids, types, revisions and order stay the same. An interrupted copy is continued. At the end
 * the copy gets an id of its own, so that no server mistakes it for the log from which its views were built.
 * @throws TargetInTheWay while a server runs, or when the target is not empty; Error when the copy does not verify
 */
export async function copyEncrypted(config: AppConfig, to: string, report: (line: string) => void): Promise<Copied> {
  const { eventStoreUrl } = config;
  if (eventStoreUrl === undefined)
    throw new Error('The log is in Postgres, where events are encrypted in place: leave --to out.');
  if (eventStoreUrl === to) throw new Error('Name another EventStoreDB than that of EVENTSTORE_URL.');
  // `withInstallation` opens connections under a name that differs from a server's.
  await withInstallation({ ...config, eventStoreUrl: undefined }, ({ pool }) => refuseRunningServer(pool));
  return withStores(config satisfies StoresConfig, async ({ accountKeys: keys }) => {
    const [source, target] = [await large(eventStoreUrl), await large(to)];
    try {
      const copying: Copying = { source, target, keys, report };
      await begin(copying);
      const all = await copyEvents(copying);
      report('Checking the copy …');
      await compare(copying);
      await checkSealed(target);
      await checkLedger(copying, config);
      const opened = { id: randomIds.next(), type: 'LogOpened', data: { logId: randomIds.next() } };
      await target.append(IDENTITY_STREAM, [opened], { expected: 'no_stream' });
      return all;
    } finally {
      await source.close();
      await target.close();
    }
  });
}

const large = async (url: string): Promise<EventStore> =>
  new LargeEventStore(await openEventStoreDb(url, { ...oneMinute, onRetry: () => undefined }));
