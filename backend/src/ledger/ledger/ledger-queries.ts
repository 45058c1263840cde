import { Injectable } from '@nestjs/common';
import { toZaps } from '@storyreel/contracts';
import type {
  AuditProject,
  AuditUser,
  LedgerFilter,
  LedgerKind,
  LedgerLine,
  LedgerQuery,
  LedgerTotals,
} from '@storyreel/contracts';
import { z } from 'zod';
import { keyFrom, pageOf } from '../../infra/http/paging';
import type { Page } from '../../infra/http/paging';
import { LedgerFilters, SumSources } from './ledger-filter';
import type { ResolvedFilter } from './ledger-filter';
import { exactUsd, marginOf, Margins } from './margins';
import { MAKERS, Sql, TABLES } from './tables';
import { ENTRY_COLUMNS } from './views/ledger-entry.view';
import type { LedgerEntry } from './views/ledger-entry.view';

/** A row as the database returns it, with the names of the users and projects that its ids stand for. */
export type Named<Row> = Omit<Row, 'at'> & {
  at: Date;
  email: string | null;
  projectTitle: string | null;
  projectDeleted: boolean | null;
};

export const projectOf = (row: {
  projectId: string | null;
  projectTitle: string | null;
  projectDeleted: boolean | null;
}): AuditProject | null =>
  row.projectId === null
    ? null
    : { id: row.projectId, title: row.projectTitle, deleted: row.projectDeleted ?? row.projectTitle === null };

/** An entry with the e-mail addresses of the users who made and approved it. */
export type Made<Row> = Row & { madeByEmail: string | null; approvedByEmail: string | null };
/** Columns of those users' addresses, for use with the joins of `MAKERS`. */
export const MAKER_COLUMNS = `m.email as "madeByEmail", o.email as "approvedByEmail"`;
export const makerOf = (id: string | null, email: string | null): AuditUser | null =>
  id === null ? null : { id, email };

function presentLine(entry: Made<Named<LedgerEntry>>): LedgerLine {
  const { id, position, revision, kind, description, reason, sceneId, jobId, holdId } = entry;
  const { provider, model, operation, priceVersion, usd, hash } = entry;
  return {
    id,
    position,
    revision,
    at: entry.at.toISOString(),
    kind,
    user: { id: entry.userId, email: entry.email },
    available: toZaps(entry.available),
    held: toZaps(entry.held),
    revenue: toZaps(entry.revenue),
    description,
    reason,
    project: projectOf(entry),
    sceneId,
    jobId,
    holdId,
    provider,
    model,
    operation,
    priceVersion,
    usd,
    madeBy: makerOf(entry.madeBy, entry.madeByEmail),
    approvedBy: makerOf(entry.approvedBy, entry.approvedByEmail),
    hash,
  };
}

/** Cursor of a list in log order. */
export const positionCursor = z.tuple([z.string().regex(/^\d{1,40}$/)]);

@Injectable()
export class LedgerQueries {
  constructor(
    private readonly database: Sql,
    private readonly filters: LedgerFilters,
  ) {}

  /** Returns a page of entries, newest first. */
  async page({ limit, cursor, ...filter }: LedgerQuery): Promise<Page<LedgerLine>> {
    const conditions = await this.filters.conditions(await this.filters.resolve(filter));
    conditions.add('position < ?', cursor && keyFrom(cursor, positionCursor)[0]);
    const rows = await this.database.query<Made<Named<LedgerEntry>>[]>(
      `select ${ENTRY_COLUMNS}, ${MAKER_COLUMNS}, a.email, p.title as "projectTitle", p.deleted as "projectDeleted"
       from (select * from ${TABLES.entries} where ${conditions.text}
         order by position desc limit ${conditions.value(limit + 1)}) e
       left join ${TABLES.emails} a on a.user_id = e.user_id
       left join ${TABLES.projects} p on p.id = e.project_id
       ${MAKERS}
       order by e.position desc`,
      conditions.values,
    );
    const { items, next } = pageOf(rows, limit, ({ position }) => [position]);
    return { items: items.map(presentLine), next };
  }
}

export interface KindSum {
  kind: LedgerKind;
  entries: number;
  units: number;
  usd: number;
  sandboxUsd: number;
  returned: number;
}

/** Totals that can be computed from the entries alone. */
export type EntryTotals = Omit<LedgerTotals, 'margin'>;

@Injectable()
export class LedgerTotalsQuery {
  constructor(
    private readonly database: Sql,
    private readonly filters: LedgerFilters,
    private readonly sources: SumSources,
    private readonly margins: Margins,
  ) {}

  async of(filter: LedgerFilter): Promise<LedgerTotals> {
    return this.ofResolved(await this.filters.resolve(filter));
  }

  async ofResolved(filter: ResolvedFilter): Promise<LedgerTotals> {
    const values: unknown[] = [];
    const picked = await this.sources.picked(values, filter);
    const margins = await this.margins.tables(values, filter);
    const [found] = await this.database.query<[FoundTotals]>(
      `with ${picked}, ${margins}, kinds as (
         select kind, sum(entries)::float8 as entries, sum(units)::float8 as units, sum(usd)::float8 as usd,
           sum(sandbox_usd)::float8 as "sandboxUsd", sum(returned)::float8 as returned from picked group by kind)
       select (select count(distinct user_id)::int from picked) as wallets,
         (select coalesce(array_agg(distinct price_version) filter (where price_version is not null), '{}')
            from picked) as versions,
         (select coalesce(json_agg(kinds), '[]') from kinds) as kinds,
         (select coalesce(sum(paid), 0)::float8 from sold) as paid,
         (select coalesce(sum(billed), 0)::float8 from bills) as billed,
         (select coalesce(sum(booked), 0)::float8 from bills) as booked`,
      values,
    );
    const { wallets, versions, kinds, ...dollars } = found;
    const unitsOf = (kind: LedgerKind) => kinds.find((sum) => sum.kind === kind)?.units ?? 0;
    const usd = kinds.find(({ kind }) => kind === 'settlement')?.usd ?? 0;
    const margin = marginOf({ units: unitsOf('settlement'), refunded: unitsOf('refund'), usd, ...dollars });
    return { ...totalsOf(wallets, versions, kinds), margin };
  }
}

interface FoundTotals {
  wallets: number;
  versions: string[];
  kinds: KindSum[];
  paid: number;
  billed: number;
  booked: number;
}

export function totalsOf(wallets: number, versions: readonly string[], kinds: readonly KindSum[]): EntryTotals {
  const of = (kind: LedgerKind) => kinds.find((sum) => sum.kind === kind);
  const zaps = (kind: LedgerKind) => toZaps(of(kind)?.units ?? 0);
  const bought = of('purchase');
  return {
    entries: kinds.reduce((total, { entries }) => total + entries, 0),
    wallets,
    granted: zaps('grant'),
    purchased: zaps('purchase'),
    reserved: zaps('reservation'),
    spent: zaps('settlement'),
    released: zaps('release'),
    returned: toZaps(of('settlement')?.returned ?? 0),
    refunded: zaps('refund'),
    reversed: zaps('reversal'),
    reversedUsd: exactUsd(0 - (of('reversal')?.usd ?? 0)),
    purchasedUsd: exactUsd((bought?.usd ?? 0) - (bought?.sandboxUsd ?? 0)),
    priceVersions: [...versions].sort(),
  };
}
