import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Pool } from 'pg';
import { fromPosition, toPosition } from '../event-store';
import type { ReadAllOptions, ReadFilter, StoredEvent } from '../event-store';
import { toStoreError } from './store-error';

/** Size limit of a page's events in bytes of text. A page has at least one event, whatever its size. */
export const PAGE_BYTES = 4 * 1024 * 1024;

/** Columns in the order of `EventRow`; `e` is the events table. */
export const eventColumns =
  'e.position, e.stream_id, e.revision, e.event_id, e.type, e.data::text, e.metadata::text, e.created';

/** Names of those columns in an outer select. */
const columnNames = 'position, stream_id, revision, event_id, type, data, metadata, created';

/** Wraps a query so that it returns only the first rows that fit in a page. */
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

/** Adapts the number of events per page to the events' size, so that large events do not fill the memory. */
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
    // The estimate decays slowly after large events, and is never below the current average.
    this.bytesPerEvent = Math.max(bytes / rows.length, this.bytesPerEvent * 0.8);
  }
}

const MAX_PAGE = 2000;
/** Maximum number of positions that one query scans, so that a filter with few matches does not make it slow. */
const SCAN_WINDOW = 20_000n;

export interface LogPage {
  rows: EventRow[];
  /** All positions up to here were scanned. */
  through: bigint;
}

/** Reads the whole log, forwards or backwards, by ranges of positions. */
export class LogReader {
  constructor(private readonly pool: Pool) {}

  /** Returns the newest event's position; 0 for an empty log. All events up to it are visible to every later query. */
  async head(): Promise<bigint> {
    const text = 'select coalesce((select e.position from event_store.events e order by e.position desc limit 1), 0)';
    const rows = await this.query<[string]>('head', text, []);
    return BigInt(rows[0]?.[0] ?? 0);
  }

  async *readAll(options: ReadAllOptions = {}): AsyncGenerator<StoredEvent> {
    const { direction = 'forwards', from = direction === 'forwards' ? 'start' : 'end', filter } = options;
    const forwards = direction === 'forwards';
    let left = options.limit ?? Infinity;
    const head = await this.head();
    // The position may belong to another log or to a log that was replaced by an older backup; no event comes after the
    // head.
    const end = head + 1n;
    const asked = from === 'start' ? 0n : from === 'end' ? end : fromPosition(from);
    let place = asked < end ? asked : end;
    const size = new PageSize(MAX_PAGE);
    const isDone = () => left <= 0 || (forwards ? place >= head : place <= 1n);
    const next = () =>
      forwards ? this.after(place, head, size.next(left), filter) : this.before(place, size.next(left), filter);
    let page = isDone() ? null : next();
    while (page) {
      const { rows, through } = await page;
      place = through;
      left -= rows.length;
      size.saw(rows);
      // Prefetches the next page while this one is used.
      page = isDone() ? null : next();
      page?.catch(() => undefined);
      // The query is sent in the next turn of the event loop. Without this wait, a consumer that folds events would
      // delay it.
      if (page) await nextTurn();
      for (const row of rows) yield toStoredEvent(row);
    }
  }

  /** Reads the events after `position` up to `end`, which must be known to be visible. */
  async after(position: bigint, end: bigint, limit: number, filter?: ReadFilter): Promise<LogPage> {
    const windowEnd = position + SCAN_WINDOW < end ? position + SCAN_WINDOW : end;
    const rows = await this.range('asc', position + 1n, windowEnd, limit, filter);
    return { rows, through: rows.length > 0 ? lastPosition(rows) : windowEnd };
  }

  private async before(position: bigint, limit: number, filter?: ReadFilter): Promise<LogPage> {
    const start = position - SCAN_WINDOW > 1n ? position - SCAN_WINDOW : 1n;
    const rows = await this.range('desc', start, position - 1n, limit, filter);
    return { rows, through: rows.length > 0 ? lastPosition(rows) : start };
  }

  private range(order: 'asc' | 'desc', first: bigint, last: bigint, limit: number, filter: ReadFilter = {}) {
    const values: unknown[] = [first, last, limit];
    const { types, streamPrefixes, ownerId } = filter;
    let condition = '';
    let kind = 'all';
    if (types) {
      [condition, kind] = ['and e.type = any ($4)', 'types'];
      values.push(types);
    } else if (streamPrefixes) {
      [condition, kind] = ['and e.stream_id ^@ any ($4)', 'streams'];
      values.push(streamPrefixes);
    }
    if (ownerId !== undefined) {
      values.push(ownerId);
      [condition, kind] = [`${condition} and e.metadata ->> 'ownerId' = $${values.length}`, `${kind}-owner`];
    }
    const found =
      `select ${eventColumns} from event_store.events e ` +
      `where e.position between $1 and $2 ${condition} order by e.position ${order} limit $3`;
    return this.query<EventRow>(`range-${order}-${kind}`, withinPage(found, `position ${order}`), values);
  }

  private async query<Row extends unknown[]>(name: string, text: string, values: unknown[]): Promise<Row[]> {
    try {
      const result = await this.pool.query<Row>({ name: `event-store-${name}`, text, values, rowMode: 'array' });
      return result.rows;
    } catch (error) {
      throw toStoreError(error);
    }
  }
}

function lastPosition(rows: EventRow[]): bigint {
  const last = rows.at(-1);
  if (!last) throw new RangeError('a page without rows has no last position');
  return BigInt(last[0]);
}
