import { AppendTooLarge, EventNotStorable, MAX_APPEND_BYTES, type NewEvent } from './event-store';

/** An event as stored in the log: data and metadata are JSON text. */
export interface EncodedEvent {
  id: string;
  type: string;
  data: string;
  metadata: string | null;
}

/** Maximum size of stream and type names. They are part of an index row, which Postgres limits to about 2,700 bytes. */
const MAX_NAME_BYTES = 1000;
const loneSurrogate = /\p{Surrogate}/u;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Validates and encodes an append, with the same rules for every back end. Data may hold any JSON string, including
 * \u0000 and lone surrogates, since JSON.stringify escapes those.
 * @throws EventNotStorable, AppendTooLarge
 */
export function encodeAppend(streamId: string, events: NewEvent[]): EncodedEvent[] {
  checkName('stream', streamId);
  if (events.length === 0) throw new EventNotStorable(`${streamId}: an append needs at least one event`);
  const encoded = events.map((event) => encodeEvent(streamId, event));
  if (new Set(encoded.map(({ id }) => id)).size < encoded.length) {
    throw new EventNotStorable(`${streamId}: two events of one append have the same id`);
  }
  const bytes = encoded.reduce((sum, event) => sum + sizeOf(event), 0);
  if (bytes > MAX_APPEND_BYTES) {
    throw new AppendTooLarge(`${streamId}: an append of ${bytes} bytes, the limit is ${MAX_APPEND_BYTES}`);
  }
  return encoded;
}

function encodeEvent(streamId: string, { id, type, data, metadata }: NewEvent): EncodedEvent {
  if (!uuid.test(id)) throw new EventNotStorable(`${streamId}: the event id ${JSON.stringify(id)} is not a UUID`);
  checkName('event type', type);
  return {
    id: id.toLowerCase(),
    type,
    data: toJson(streamId, type, data),
    metadata: metadata === undefined ? null : toJson(streamId, type, metadata),
  };
}

/** Returns the size as EventStoreDB measures it, with the type in UTF-16. */
const sizeOf = ({ type, data, metadata }: EncodedEvent): number =>
  Buffer.byteLength(data) + Buffer.byteLength(metadata ?? '') + type.length * 2;

function toJson(streamId: string, type: string, value: unknown): string {
  let text: unknown;
  try {
    text = JSON.stringify(value);
  } catch (cause) {
    throw new EventNotStorable(`${streamId}: ${type} cannot be written as JSON`, { cause });
  }
  if (typeof text !== 'string') throw new EventNotStorable(`${streamId}: ${type} has no JSON data`);
  return text;
}

/**
 * Rejects invalid names: EventStoreDB reserves names that start with a dollar, and Postgres cannot store NUL or lone
 * surrogates in UTF-8 text.
 */
export function checkName(what: string, name: string): void {
  const wellFormed = name !== '' && !name.startsWith('$') && !name.includes('\0') && !loneSurrogate.test(name);
  if (wellFormed && Buffer.byteLength(name) <= MAX_NAME_BYTES) return;
  throw new EventNotStorable(
    `${JSON.stringify(name.slice(0, 100))} cannot be the name of a${what.startsWith('e') ? 'n' : ''} ${what}: ` +
      `1 to ${MAX_NAME_BYTES} bytes of Unicode without NUL that do not begin with a dollar`,
  );
}
