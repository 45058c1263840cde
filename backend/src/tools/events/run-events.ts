import type { Writable } from 'node:stream';
import { COMMAND_LINE_ID } from '@storyreel/contracts';
import { recordAtCommandLine } from '../../accounts/access';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { categoryOf } from '../../eventsourcing/domain/aggregate';
import { StreamDeleted, StreamNotFound } from '../../eventsourcing/event-store';
import type { EventFilter, EventStore, Position, StoredEvent } from '../../eventsourcing/event-store';
import { eventAt, fromPosition, toPosition } from '../../eventsourcing/event-store/event-store';
import { Interrupted, Output, writeWhole } from '../output';
import { UsageError } from '../run-tool';
import { randomIds } from '../../lib/ids';
import { systemClock } from '../../lib/time';
import { toolUser, withStores } from '../with-stores';
import type { StoresConfig } from '../with-stores';
import { toLine, toPage, toRow } from './describe-event';
import { readRequest, USAGE } from './request';
import type { Request, RequestOf } from './request';

interface Reading {
  events: EventStore;
  /** End of the log before this command recorded its own access event. */
  head: Position | null;
  out: Output;
  /** Prints messages for people: how many events were read, and what was not found. */
  note: (text: string) => void;
}
/** Records an access event for the data that is about to be shown, as the screens do. */
function recorded(events: EventStore, { command, json: _json, asStored: _asStored, ...about }: Request): Promise<void> {
  const given = Object.entries(about).filter(([, value]) => typeof value === 'string' || Array.isArray(value));
  const detail = Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
  return recordAtCommandLine(new AggregateStore(events, systemClock, randomIds), toolUser(), {
    what: `events ${command}`,
    ownerId: null,
    detail,
  });
}

/** Resolves to true when anything was found. */
type Found = Promise<boolean>;

const OWN_TRACES = `access-${COMMAND_LINE_ID}`;
const shown = ({ json }: { json: boolean }) => (json ? toLine : toRow);
const filterOf = (types: string[], category: string | null): EventFilter | undefined => {
  if (types.length > 0) return { types };
  return category === null ? undefined : { streamPrefixes: [`${category}-`] };
};

async function tail({ events, out, head }: Reading, request: RequestOf<'tail'>): Found {
  const { types, follow, last } = request;
  const filter = filterOf(types, null);
  const show = shown(request);
  // Leaves out the events that record the reader's own commands, unless their type is requested: they would crowd out
  // other new events.
  const isShown = ({ streamId }: StoredEvent) => types.length > 0 || streamId !== OWN_TRACES;
  if (request.from === null) {
    const newest: string[] = [];
    // The subscription prints later events.
    for await (const event of events.readAll({ from: 'end', direction: 'backwards', filter })) {
      if (newest.length >= last || head === null) break;
      if (event.position <= head && isShown(event)) newest.push(show(event));
    }
    for (const line of newest.reverse()) await out.line(line);
  } else if (head !== null) {
    for await (const event of events.readAll({ from: request.from, filter })) {
      if (event.position > head || out.ended.aborted) break;
      if (isShown(event)) await out.line(show(event));
    }
  }
  const later = request.from !== null && (head === null || request.from > head) ? request.from : head;
  if (follow && !out.ended.aborted) await followFrom(events, out, { from: later ?? 'start', filter, show, isShown });
  return true;
}

async function followFrom(
  events: EventStore,
  out: Output,
  options: {
    from: Position | 'start';
    filter?: EventFilter;
    show: (event: StoredEvent) => string;
    isShown: (event: StoredEvent) => boolean;
  },
): Promise<void> {
  const { from, filter, show, isShown } = options;
  const subscription = events.subscribeAll({
    from,
    filter,
    onBatch: async (batch) => {
      for (const event of batch) if (isShown(event)) await out.line(show(event));
    },
  });
  const end = () => void subscription.stop();
  out.ended.addEventListener('abort', end, { once: true });
  if (out.ended.aborted) end();
  await subscription.closed;
  out.ended.removeEventListener('abort', end);
}

async function stream({ events, out, note }: Reading, request: RequestOf<'stream'>): Found {
  const show = shown(request);
  try {
    for await (const event of events.readStream(request.name)) {
      if (out.ended.aborted) break;
      await out.line(show(event));
    }
    return true;
  } catch (error) {
    if (!(error instanceof StreamNotFound || error instanceof StreamDeleted)) throw error;
    note(`There is no stream '${request.name}'.`);
    return false;
  }
}

async function show({ events, out, note }: Reading, request: RequestOf<'show'>): Found {
  const { id, json } = request;
  const event = /^\d{1,20}$/.test(id) ? await eventAt(events, toPosition(BigInt(id))) : await withId(events, out, id);
  if (event) await out.line(json ? toLine(event) : toPage(event));
  else if (!out.ended.aborted) note(`There is no event '${id}'.`);
  return event !== null;
}

/** Searches backwards from the newest event, since recent events are requested most. */
async function withId(events: EventStore, out: Output, id: string): Promise<StoredEvent | null> {
  for await (const event of events.readAll({ from: 'end', direction: 'backwards' })) {
    if (event.id === id.toLowerCase()) return event;
    if (out.ended.aborted) break;
  }
  return null;
}

async function grep({ events, out, note, head }: Reading, request: RequestOf<'grep'>): Found {
  const { text, types, category, since, ignoreCase } = request;
  const folded = (given: string): string => (ignoreCase ? given.toLowerCase() : given);
  // JSON escapes quotes and line ends, so the text is also searched for in its escaped form.
  const wanted = [...new Set([folded(text), folded(JSON.stringify(text).slice(1, -1))])];
  const print = shown(request);
  let read = 0;
  let found = 0;
  let reached: Position | null = null;
  const backwards = events.readAll({ from: 'end', direction: 'backwards', filter: filterOf(types, category) });
  for await (const event of backwards) {
    if (out.ended.aborted || (since !== null && event.created < since)) break;
    if (head === null || event.position > head) continue;
    read += 1;
    reached = event.position;
    if (category !== null && categoryOf(event.streamId) !== category) continue;
    const { streamId, id, type, data, metadata } = event;
    const haystack = folded(JSON.stringify([streamId, id, type, data, metadata]));
    if (!wanted.some((each) => haystack.includes(each))) continue;
    found += 1;
    await out.line(print(event));
  }
  const place = reached === null ? '' : `, back to position ${fromPosition(reached)}`;
  note(`${found} found in ${read} events read${place}.`);
  return found > 0;
}

/** Exports the log up to its head at the time of the call. */
async function exportEvents({ events, out, note, head }: Reading, request: RequestOf<'export'>): Found {
  const { category, from, to } = request;
  let written = 0;
  for await (const event of events.readAll({ from: from ?? 'start', filter: filterOf([], category) })) {
    if (out.ended.aborted || head === null || event.position > head || (to !== null && event.position > to)) break;
    await out.line(toLine(event));
    written += 1;
  }
  // After an early end, the number would look like the total.
  if (!out.ended.aborted) note(`${written} events.`);
  return true;
}

/** Output streams of a command, and the signal that ends it early. */
interface Surroundings {
  stdout: Writable;
  stderr: Writable;
  interrupted: AbortSignal;
}

/**
 * Runs one command on an installation's log. Returns the exit code.
 * @throws Interrupted, or the reason why the log cannot be read
 */
export async function runEvents(config: StoresConfig, argv: readonly string[], given: Surroundings): Promise<number> {
  const note = (text: string): void => void given.stderr.write(`${text}\n`);
  let request: Request;
  try {
    request = readRequest(argv);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    note(`${error.message}\n${USAGE}`);
    return 2;
  }
  const { stdout, interrupted } = given;
  const read = async (target: Writable): Promise<boolean> => {
    const out = new Output(target, interrupted);
    const found = await withStores(
      config,
      async ({ events }) => {
        const head = await events.head();
        await recorded(events, request);
        return perform({ events, out, note, head }, request);
      },
      request,
    );
    // A command that follows the log normally ends by an interruption.
    const follows = request.command === 'tail' && request.follow;
    if (interrupted.aborted && !follows) throw new Interrupted(interrupted, 'not all of the log was read.');
    return found;
  };
  const file = request.command === 'export' ? request.out : null;
  const found = file === null ? await read(stdout) : await writeWhole(file, interrupted, read);
  return found ? 0 : 1;
}

function perform(reading: Reading, request: Request): Promise<boolean> {
  switch (request.command) {
    case 'tail':
      return tail(reading, request);
    case 'stream':
      return stream(reading, request);
    case 'show':
      return show(reading, request);
    case 'grep':
      return grep(reading, request);
    case 'export':
      return exportEvents(reading, request);
  }
}
