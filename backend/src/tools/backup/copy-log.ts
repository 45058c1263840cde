import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { NewEvent, Position, StoredEvent } from '../../eventsourcing/event-store';
import type { OwnStreams } from './installation';
import { BackupUnusable, linesOf, readLines, writeBackupFile } from './backup-file';
import type { BackupFile, Manifest } from './backup-file';

/** Maximum size of one append, far below the store's own limit. Events are copied in log order. */
const MAX_APPEND_EVENTS = 200;
const MAX_APPEND_CHARACTERS = 250_000;

const line = z.object({
  position: z.string(),
  streamId: z.string(),
  revision: z.string(),
  id: z.string(),
  type: z.string(),
  data: z.unknown(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});
type LoggedEvent = z.infer<typeof line>;

/** The target's log is not the beginning of the backup's log. */
export class LogDiffers extends Error {}

/**
 * Copies the whole log up to its current head.
 * @throws Error when the beginning of a stream is missing
 */
export async function dumpLog(events: OwnStreams, folder: string): Promise<Manifest['log'] & { lines: BackupFile }> {
  let count = 0;
  let head: Manifest['log']['head'] = null;
  const next = new Map<string, bigint>();
  async function* all(): AsyncGenerator<LoggedEvent> {
    for await (const event of events.readAll()) {
      const { streamId, revision, position, id, type, data, metadata } = event;
      if (revision !== (next.get(streamId) ?? 0n)) {
        throw new Error(`Events of ${streamId} before revision ${revision} are gone: its log cannot be written again.`);
      }
      next.set(streamId, revision + 1n);
      yield { position, streamId, revision: String(revision), id, type, data, metadata };
      count += 1;
      head = { position, eventId: id };
    }
  }
  const lines = await writeBackupFile(folder, 'log/events.jsonl.gz', linesOf(all()));
  return { store: 'eventstoredb', events: count, head, lines };
}

async function* readLog(folder: string, lines: BackupFile): AsyncGenerator<LoggedEvent, undefined> {
  for await (const text of readLines(folder, lines)) yield line.parse(JSON.parse(text));
}

/**
 * Counts the target's events, which must be the beginning of the backup's log.
 * @throws LogDiffers when the target has an event where the backup's log has a different one or none
 */
export async function countKnownEvents(events: OwnStreams, folder: string, lines: BackupFile): Promise<number> {
  const logged = readLog(folder, lines);
  let known = 0;
  try {
    for await (const event of events.readAll()) {
      const { value } = await logged.next();
      if (!value || !isSame(event, value)) {
        const made = event.created.toISOString();
        throw new LogDiffers(
          `Event ${known + 1} of the EventStoreDB (${event.type} of ${event.streamId}, written at ${made}) is not in the backup.`,
        );
      }
      known += 1;
    }
  } finally {
    await logged.return(undefined);
  }
  return known;
}

/** Appends the events that the target lacks, each at its original revision. */
export async function loadLog(
  events: OwnStreams,
  folder: string,
  log: { lines: BackupFile; events: number },
  known: number,
  onProgress: (done: number) => void,
): Promise<void> {
  let batch: LoggedEvent[] = [];
  let size = 0;
  let done = known;
  let place = 0;
  const flush = async (): Promise<void> => {
    const first = batch[0];
    if (!first) return;
    const revision = BigInt(first.revision);
    await events.append(first.streamId, batch.map(toNewEvent), {
      expected: revision === 0n ? 'no_stream' : revision - 1n,
    });
    done += batch.length;
    batch = [];
    size = 0;
    onProgress(done);
  };
  for await (const event of readLog(folder, log.lines)) {
    if (place++ < known) continue;
    const characters = JSON.stringify(event.data).length;
    const isFull = batch.length >= MAX_APPEND_EVENTS || size + characters > MAX_APPEND_CHARACTERS;
    if (isFull || batch[0]?.streamId !== event.streamId) await flush();
    batch.push(event);
    size += characters;
  }
  await flush();
}

/**
 * Translates positions in the backup's log into positions in the target's log by reading both side by side.
 * @param wanted positions in the backup's log, sorted
 * @returns for each position, the target's position of the same event (or of the last event before it); null before the
 * first event
 * @throws BackupUnusable when the two logs differ
 */
export async function translatePositions(
  events: OwnStreams,
  folder: string,
  log: { lines: BackupFile; events: number },
  wanted: readonly string[],
): Promise<Map<string, Position | null>> {
  const translated = new Map<string, Position | null>();
  const logged = readLog(folder, log.lines);
  let next = 0;
  let before: Position | null = null;
  const passed = (position: string | null): void => {
    for (let place = wanted[next]; place !== undefined; place = wanted[++next]) {
      if (position !== null && place >= position) return;
      translated.set(place, before);
    }
  };
  try {
    for await (const event of events.readAll()) {
      const { value } = await logged.next();
      if (!value || !isSame(event, value)) {
        throw new BackupUnusable(`${event.streamId} at ${event.revision} was not written as the backup has it.`);
      }
      passed(value.position);
      before = event.position;
    }
    if (!(await logged.next()).done) throw new BackupUnusable('The target lacks events that were appended to it.');
    passed(null);
  } finally {
    await logged.return(undefined);
  }
  return translated;
}

const toNewEvent = ({ id, type, data, metadata }: LoggedEvent): NewEvent => ({ id, type, data, metadata });

const isSame = (event: StoredEvent, logged: LoggedEvent): boolean =>
  event.streamId === logged.streamId &&
  String(event.revision) === logged.revision &&
  event.id === logged.id &&
  event.type === logged.type &&
  isDeepStrictEqual(event.data, logged.data) &&
  isDeepStrictEqual(event.metadata, logged.metadata);
