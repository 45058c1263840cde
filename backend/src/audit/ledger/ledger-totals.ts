import { Inject, Injectable } from '@nestjs/common';
import { type LedgerFilter, type LedgerKind, type LedgerTotals, toZaps, USD_OF_ZAP } from '@storyreel/contracts';

import { Sql } from './sql';
import { LedgerFilters, type ResolvedFilter } from './ledger-filter';
import { SumSources } from './sum-sources';

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

/** Dollars are sums of small decimals: cut off what floats add beyond a millionth. */
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

/** What is earned with so many zaps that providers asked so much for. */
export const marginOf = (zaps: number, providerUsd: number): number => exactUsd(zaps * USD_OF_ZAP - providerUsd);
