import type { LedgerKind, LedgerTotals } from '@storyreel/contracts';
import type { LedgerEntry } from '../ledger/entry-of';
import { type KindSum, totalsOf } from '../ledger/ledger-totals';

/** Sums of entries one after the other: whoever adds up the same entries in the same order has the same totals. */
export class SumUp {
  private readonly kinds = new Map<LedgerKind, KindSum>();
  private readonly versions = new Set<string>();

  add({ kind, units, usd, sandbox, available, priceVersion }: LedgerEntry): void {
    const sum = this.kinds.get(kind) ?? { kind, entries: 0, units: 0, usd: 0, sandboxUsd: 0, returned: 0 };
    sum.entries += 1;
    sum.units += units;
    sum.usd += usd ?? 0;
    sum.sandboxUsd += sandbox ? (usd ?? 0) : 0;
    sum.returned += kind === 'settlement' ? available : 0;
    this.kinds.set(kind, sum);
    if (priceVersion !== null) this.versions.add(priceVersion);
  }

  totals(wallets: number): LedgerTotals {
    return totalsOf(wallets, [...this.versions], [...this.kinds.values()]);
  }
}
