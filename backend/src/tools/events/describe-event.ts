import type { StoredEvent } from '../../eventsourcing/event-store';
import { fromPosition } from '../../eventsourcing/event-store/event-store';

/**
 * Characters that a terminal acts on instead of showing them: control characters, including the start of escape
 * sequences, and changes of text direction. They must be escaped, because an event's text can come from anybody.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\u2028\u2029\p{Surrogate}]/gu;
/** Zero-width joiner, which emoji need and which is harmless. */
const JOINER = '\u200d';

const escaped = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');

export const printable = (text: string): string =>
  text.replace(UNSAFE, (found) => (found === JOINER ? found : escaped(found)));

/** Serialises a value as equivalent JSON that is safe to print; with an indent, on several lines. */
export const printableJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(UNSAFE, (found) =>
    found === '\n' || found === JOINER ? found : escaped(found),
  );

/** Maximum characters of the data in a one-line view. */
const SHORT = 120;

/**
 * Returns the machine-readable form of an event: positions and revisions are strings, since they may exceed a number's
 * range.
 */
export const plain = ({
  position,
  created,
  streamId,
  revision,
  id,
  type,
  data,
  metadata,
  unreadable,
}: StoredEvent) => ({
  position: String(fromPosition(position)),
  created: created.toISOString(),
  streamId,
  revision: String(revision),
  id,
  type,
  data,
  metadata,
  ...(unreadable && { unreadable: unreadable.message }),
});

export const toLine = (event: StoredEvent): string => printableJson(plain(event));

/** Formats an event as one readable line, with the event's own time if it has one. */
export function toRow({
  position,
  created,
  streamId,
  revision,
  type,
  data,
  metadata,
  unreadable,
}: StoredEvent): string {
  const at = typeof metadata?.at === 'string' ? metadata.at : created.toISOString();
  const what = unreadable ? `(${unreadable.message})` : shortened(JSON.stringify(data ?? null));
  return printable(`${String(fromPosition(position)).padStart(10)}  ${at}  ${streamId}@${revision}  ${type}  ${what}`);
}

/** Formats the whole event on several lines. */
export const toPage = (event: StoredEvent): string => printableJson(plain(event), 2);

function shortened(text: string): string {
  const characters = Array.from(text.slice(0, SHORT * 2));
  return characters.length > SHORT ? `${characters.slice(0, SHORT).join('')}…` : text;
}
