import { Inject, Injectable } from '@nestjs/common';
import { toZaps, USD_OF_ZAP } from '@storyreel/contracts';
import type {
  AuditProject,
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
import { Sql, TABLES } from './tables';
import { ENTRY_COLUMNS } from './views/ledger-entry.view';
import type { LedgerEntry } from './views/ledger-entry.view';

/** A row with the names that its ids stand for, as the database returns it. */
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

function presentLine(entry: Named<LedgerEntry>): LedgerLine {
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
    hash,
  };
}

/** Cursor of a list in log order. */
export const positionCursor = z.tuple([z.string().regex(/^\d{1,40}$/)]);

@Injectable()
export class LedgerQueries {
  constructor(
    @Inject(Sql) private readonly database: Sql,
    @Inject(LedgerFilters) private readonly filters: LedgerFilters,
  ) {}

  /** Newest first. */
  async page({ limit, cursor, ...filter }: LedgerQuery): Promise<Page<LedgerLine>> {
    const conditions = await this.filters.conditions(await this.filters.resolve(filter));
    conditions.add('position < ?', cursor && keyFrom(cursor, positionCursor)[0]);
    const rows = await this.database.query<Named<LedgerEntry>[]>(
      `select ${ENTRY_COLUMNS}, a.email, p.title as "projectTitle", p.deleted as "projectDeleted"
       from (select * from ${TABLES.entries} where ${conditions.text}
         order by position desc limit ${conditions.value(limit + 1)}) e
       left join ${TABLES.emails} a on a.user_id = e.user_id
       left join ${TABLES.projects} p on p.id = e.project_id
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

@Injectable()
export class LedgerTotalsQuery {
  constructor(
    @Inject(Sql) private readonly database: Sql,
    @Inject(LedgerFilters) private readonly filters: LedgerFilters,
    @Inject(SumSources) private readonly sources: SumSources,
  ) {}

  async of(filter: LedgerFilter): Promise<LedgerTotals> {
    return this.ofResolved(await this.filters.resolve(filter));
  }

  async ofResolved(filter: ResolvedFilter): Promise<LedgerTotals> {
    const values: unknown[] = [];
    const picked = await this.sources.picked(values, filter);
    const [found] = await this.database.query<{ wallets: number; versions: string[]; kinds: KindSum[] }[]>(
      `with ${picked}, kinds as (
         select kind, sum(entries)::float8 as entries, sum(units)::float8 as units, sum(usd)::float8 as usd,
           sum(sandbox_usd)::float8 as "sandboxUsd", sum(returned)::float8 as returned from picked group by kind)
       select (select count(distinct user_id)::int from picked) as wallets,
         (select coalesce(array_agg(distinct price_version) filter (where price_version is not null), '{}')
            from picked) as versions,
         (select coalesce(json_agg(kinds), '[]') from kinds) as kinds`,
      values,
    );
    return totalsOf(found?.wallets ?? 0, found?.versions ?? [], found?.kinds ?? []);
  }
}

/** Dollars are sums of small decimals: rounds off float errors beyond a millionth. */
const exactUsd = (usd: number): number => Math.round(usd * 1e6) / 1e6;

export function totalsOf(wallets: number, versions: readonly string[], kinds: readonly KindSum[]): LedgerTotals {
  const of = (kind: LedgerKind) => kinds.find((sum) => sum.kind === kind);
  const zaps = (kind: LedgerKind) => toZaps(of(kind)?.units ?? 0);
  const [settled, bought] = [of('settlement'), of('purchase')];
  const [spent, refunded, providerUsd] = [zaps('settlement'), zaps('refund'), exactUsd(settled?.usd ?? 0)];
  return {
    entries: kinds.reduce((total, { entries }) => total + entries, 0),
    wallets,
    granted: zaps('grant'),
    purchased: zaps('purchase'),
    reserved: zaps('reservation'),
    spent,
    released: toZaps((of('release')?.units ?? 0) + (settled?.returned ?? 0)),
    refunded,
    paidUsd: exactUsd((bought?.usd ?? 0) - (bought?.sandboxUsd ?? 0)),
    providerUsd,
    marginUsd: marginOf(spent - refunded, providerUsd),
    priceVersions: [...versions].sort(),
  };
}

/** Margin on so many zaps whose work cost so much at providers. */
export const marginOf = (zaps: number, providerUsd: number): number => exactUsd(zaps * USD_OF_ZAP - providerUsd);
