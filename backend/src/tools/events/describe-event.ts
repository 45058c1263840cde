import type { StoredEvent } from '../../platform/event-store';
import { fromPosition } from '../../platform/event-store/position';
import { printable, printableJson } from './printable';

/** Of the data in one line. */
const SHORT = 120;

/** As machines are given it: JSON, with positions and revisions as text since they may be too large for a number. */
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

/** One readable line. The time is the event's own where it has one. */
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

/** The whole event on many lines. */
export const toPage = (event: StoredEvent): string => printableJson(plain(event), 2);

function shortened(text: string): string {
  const characters = Array.from(text.slice(0, SHORT * 2));
  return characters.length > SHORT ? `${characters.slice(0, SHORT).join('')}…` : text;
}
