import type { StoredEvent } from '../event-store';
import { toPosition } from '../position';

/** Of one page's events, as text. A page has one event at least, whatever its size. */
export const PAGE_BYTES = 4 * 1024 * 1024;

/** The order of `EventRow`; `e` is the events table. */
export const eventColumns =
  'e.position, e.stream_id, e.revision, e.event_id, e.type, e.data::text, e.metadata::text, e.created';

/** As the columns above are called where they are selected from. */
const columnNames = 'position, stream_id, revision, event_id, type, data, metadata, created';

/** Of the rows that a query finds, the first ones, as many as make a page. */
export const withinPage = (found: string, order: string): string => `
  select ${columnNames} from (
    select f.*, row_number() over (order by ${order}) as place,
      sum(octet_length(f.data) + coalesce(octet_length(f.metadata), 0))
        over (order by ${order} rows unbounded preceding) as bytes
    from (${found}) as f
  ) as counted
  where place = 1 or bytes <= ${PAGE_BYTES} order by ${order}`;

export type EventRow = [string, string, string, string, string, string, string | null, Date];

export function toStoredEvent(row: EventRow): StoredEvent {
  const [position, streamId, revision, id, type, data, metadata, created] = row;
  return {
    id,
    type,
    data: JSON.parse(data) as unknown,
    metadata: metadata === null ? undefined : (JSON.parse(metadata) as Record<string, unknown>),
    streamId,
    revision: BigInt(revision),
    position: toPosition(position),
    created,
  };
}

/** How many events to ask for at once, so that large ones do not fill the memory. */
export class PageSize {
  private bytesPerEvent = 0;

  constructor(
    private readonly max: number,
    private readonly targetBytes = PAGE_BYTES,
    private readonly firstPage = 128,
  ) {}

  next(wanted = Infinity): number {
    const fits = this.bytesPerEvent === 0 ? this.firstPage : Math.floor(this.targetBytes / this.bytesPerEvent);
    return Math.max(1, Math.min(this.max, fits, wanted));
  }

  saw(rows: readonly EventRow[]): void {
    if (rows.length === 0) return;
    const bytes = rows.reduce((sum, row) => sum + row[5].length + (row[6]?.length ?? 0) + 200, 0);
    // Remembers large ones for a while, and never less than they are now.
    this.bytesPerEvent = Math.max(bytes / rows.length, this.bytesPerEvent * 0.8);
  }
}
