import { z } from 'zod';
import { type EventStore, StreamNotFound, WrongExpectedRevision } from '../event-store/event-store';
import type { Ids } from '../ids';

/** Of none of our aggregates, so that nobody who tails the log is given it. */
export const IDENTITY_STREAM = 'storyreel-log';

const logOpened = z.object({ logId: z.uuid() });

/** The id that the log has had since its first start; null when it has none. */
export async function readLogId(log: EventStore): Promise<string | null> {
  let logId: string | null = null;
  try {
    for await (const { data } of log.readStream(IDENTITY_STREAM, { limit: 1 })) logId = logOpened.parse(data).logId;
  } catch (error) {
    if (!(error instanceof StreamNotFound)) throw error;
  }
  return logId;
}

/** Gives the log an id unless it has one. Of several nodes that start at once, one does. */
export async function ensureLogId(log: EventStore, ids: Ids): Promise<string> {
  const known = await readLogId(log);
  if (known !== null) return known;
  const logId = ids.next();
  try {
    const opened = { id: ids.next(), type: 'LogOpened', data: { logId } };
    await log.append(IDENTITY_STREAM, [opened], { expected: 'no_stream' });
    return logId;
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision)) throw error;
  }
  const theirs = await readLogId(log);
  if (theirs === null) throw new Error(`${IDENTITY_STREAM} is there and empty.`);
  return theirs;
}
