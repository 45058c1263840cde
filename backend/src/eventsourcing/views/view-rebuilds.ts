import type { Pool } from 'pg';
import { toError } from '../../lib/errors';
import type { EventStore, Position } from '../event-store/event-store';
import { rebuildView } from './rebuild-view';
import { type AnyView, tableName } from './view';

/**
 * Interval of a running rebuild's heartbeat, and the time without a heartbeat after which the rebuild counts as cut
 * off.
 */
const TOLD_MS = 2_000;
const CUT_OFF_MS = 20_000;

export const REBUILD_STATEMENTS = `
create table if not exists platform.view_rebuilds (
  view text primary key, started_by text not null, started_at timestamptz not null default now(),
  told_at timestamptz not null default now(), ended_at timestamptz, rows bigint, different bigint,
  keys text[] not null default '{}', error text);`;

/** The last rebuild of a view, as known on every node. */
export interface Rebuild {
  state: 'running' | 'done' | 'failed' | 'cut_off';
  share: number;
  startedAt: Date;
  endedAt: Date | null;
  startedBy: string;
  rows: number | null;
  different: number | null;
  keys: string[];
  error: string | null;
}
export interface KnownView {
  name: string;
  version: number;
  stopped: string | null;
  rebuild: Rebuild | null;
}
type Row = Omit<KnownView, 'rebuild'> &
  Omit<Rebuild, 'state' | 'share' | 'startedAt'> & {
    startedAt: Date | null;
    isAlive: boolean;
    position: Position | null;
  };

interface Place {
  pool: Pool;
  events: EventStore;
  finishedBefore?: () => Date | null;
}

/** Rebuilds views while the server runs, one at a time on each node, and remembers how each rebuild ended. */
export class ViewRebuilds {
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly place: Place,
    private readonly views: readonly AnyView[],
    private readonly onError: (error: Error) => void,
  ) {}

  /** Returns all views by name. */
  async list(): Promise<KnownView[]> {
    const names = this.views.map(({ name }) => name);
    const tables = this.views.map((view) => tableName(view));
    const { rows } = await this.place.pool.query<Row>(
      `select v.name, v.version, c.stopped_reason as stopped, r.started_by as "startedBy", r.started_at as "startedAt",
         r.ended_at as "endedAt", r.rows::float8 as rows, r.different::float8 as different,
         coalesce(r.keys, '{}') as keys, r.error, s.position,
         coalesce(r.told_at > now() - interval '1 millisecond' * $4, false) as "isAlive"
       from unnest($1::text[], $2::text[], $3::int[]) as v(name, tab, version)
       left join platform.view_checkpoints c on c.name = v.tab
       left join platform.view_checkpoints s on s.name = v.tab || '_rebuilt'
       left join platform.view_rebuilds r on r.view = v.name
       order by v.name`,
      [names, tables, this.views.map(({ version }) => version), CUT_OFF_MS],
    );
    const head = await this.place.events.head();
    return rows.map(({ name, version, stopped, position, ...row }) => {
      const share = head === null || position === null ? 0 : Math.min(1, Number(position) / Number(head));
      return { name, version, stopped, rebuild: rebuildOf(row, share) };
    });
  }

  /**
   * Starts to rebuild a view; the rebuilt table then replaces the live one.
   * @returns false while another rebuild of the view runs, null for an unknown view
   */
  async start(name: string, by: string): Promise<boolean | null> {
    const view = this.views.find((known) => known.name === name);
    if (!view) return null;
    const { rowCount } = await this.place.pool.query(
      `insert into platform.view_rebuilds (view, started_by) values ($1, $2)
       on conflict (view) do update set started_by = $2, started_at = now(), told_at = now(), ended_at = null, rows = null,
         different = null, keys = '{}', error = null
       where view_rebuilds.ended_at is not null or view_rebuilds.told_at < now() - interval '1 millisecond' * $3`,
      [name, by, CUT_OFF_MS],
    );
    if (rowCount === 0) return false;
    this.running = this.running.then(() => this.rebuild(view));
    return true;
  }

  /** Resolves when no rebuild is running on this node. */
  idle(): Promise<void> {
    return this.running;
  }

  private async rebuild(view: AnyView): Promise<void> {
    const tell = () =>
      void this.place.pool
        .query('update platform.view_rebuilds set told_at = now() where view = $1', [view.name])
        // Without heartbeats, the rebuild counts as cut off; its end is still recorded.
        .catch((error: unknown) => this.onError(toError(error)));
    const timer = setInterval(tell, TOLD_MS);
    const end = (values: unknown[]) =>
      this.place.pool.query(
        `update platform.view_rebuilds set ended_at = now(), rows = $2, different = $3, keys = $4, error = $5
         where view = $1`,
        [view.name, ...values],
      );
    try {
      const { rows, different, keys } = await rebuildView(this.place, view, { switchOver: true });
      await end([rows, different, keys, null]);
    } catch (error) {
      await end([null, null, [], toError(error).message]).catch((failure: unknown) => this.onError(toError(failure)));
    } finally {
      clearInterval(timer);
    }
  }
}

function rebuildOf(
  { startedAt, isAlive, ...row }: Omit<Row, 'name' | 'version' | 'stopped' | 'position'>,
  share: number,
) {
  if (startedAt === null) return null;
  const ended = row.error === null ? ('done' as const) : ('failed' as const);
  const state = row.endedAt === null ? (isAlive ? ('running' as const) : ('cut_off' as const)) : ended;
  return { ...row, state, startedAt, share: state === 'done' ? 1 : share };
}
