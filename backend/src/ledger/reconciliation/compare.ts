import { type Difference, MAX_DAY_ROWS, MAX_NAMED_DIFFERENCES, type Reconciliation } from '@storyreel/contracts';
import type { StatedPrediction } from './read-statement';

export interface OurPrediction extends StatedPrediction {
  predictionId: string;
  jobId: string;
  usd: number;
}

/** A stored difference. The state of its run is left out, because it is read when the difference is shown. */
export type StoredDifference = Omit<Difference, 'run'>;
export type Compared = Pick<
  Reconciliation,
  'ours' | 'theirs' | 'matched' | 'unknownToUs' | 'unknownToThem' | 'otherCost' | 'byDay'
> & { differences: StoredDifference[] };
type Total = Reconciliation['ours'];

/** A run of this installation in a provider's statement, with its cost according to each side. */
export interface BilledRun {
  jobId: string;
  ourUsd: number;
  usd: number;
}

const round = (usd: number): number => Math.round(usd * 1e6) / 1e6;
const nothing = (): Total => ({ count: 0, usd: 0 });

/**
 * Compares the ledger's predictions (`ours`) with a provider's (`theirs`). `ours` includes a day beyond the period at
 * both ends, since the two sides may date a prediction made at midnight differently. Predictions known to both sides
 * count on the ledger's day and under the ledger's name of the model, so that each row compares the same predictions.
 */
export function compare(
  ours: readonly OurPrediction[],
  theirs: ReadonlyMap<string, StatedPrediction>,
  { from, to }: { from: string; to: string },
): Compared & { bills: BilledRun[] } {
  const inPeriod = ({ day }: { day: string }): boolean => day >= from && day <= to;
  const known = new Map(ours.map((one) => [one.predictionId, one]));
  const counts = { unknown_to_us: 0, unknown_to_them: 0, other_cost: 0 };
  const differences: StoredDifference[] = [];
  const bills: BilledRun[] = [];
  const totals = new Totals();
  let matched = 0;
  const differ = (difference: StoredDifference): void => {
    counts[difference.kind] += 1;
    if (counts[difference.kind] <= MAX_NAMED_DIFFERENCES) differences.push(difference);
  };
  for (const [predictionId, told] of theirs) {
    const our = known.get(predictionId);
    if (!our) {
      if (!inPeriod(told)) continue;
      const { day, model, usd: theirUsd } = told;
      totals.add('theirs', { day, model }, theirUsd ?? 0);
      differ({ kind: 'unknown_to_us', predictionId, day, model, jobId: null, ourUsd: null, theirUsd });
      continue;
    }
    if (!inPeriod(our)) continue;
    const { day, model, jobId, usd: ourUsd } = our;
    totals.add('ours', our, ourUsd);
    totals.add('theirs', our, told.usd ?? ourUsd);
    if (told.usd !== null) bills.push({ jobId, ourUsd, usd: told.usd });
    if (told.usd === null || round(told.usd - ourUsd) === 0) matched += 1;
    else differ({ kind: 'other_cost', predictionId, day, model, jobId, ourUsd, theirUsd: told.usd });
  }
  for (const our of ours) {
    const { predictionId, day, model, jobId, usd: ourUsd } = our;
    if (!inPeriod(our) || theirs.has(predictionId)) continue;
    totals.add('ours', our, ourUsd);
    differ({ kind: 'unknown_to_them', predictionId, day, model, jobId, ourUsd, theirUsd: null });
  }
  const { unknown_to_us: unknownToUs, unknown_to_them: unknownToThem, other_cost: otherCost } = counts;
  return { ...totals.result(), matched, unknownToUs, unknownToThem, otherCost, differences, bills };
}

/** Totals of the whole period, and of each day and model. */
class Totals {
  private readonly whole = { ours: nothing(), theirs: nothing() };
  private readonly rows = new Map<string, Reconciliation['byDay'][number]>();

  add(side: 'ours' | 'theirs', { day, model }: { day: string; model: string }, usd: number): void {
    const key = `${day} ${model}`;
    const row = this.rows.get(key) ?? { day, model, ours: nothing(), theirs: nothing() };
    this.rows.set(key, row);
    for (const total of [row[side], this.whole[side]]) {
      total.count += 1;
      total.usd = round(total.usd + usd);
    }
  }

  result(): Pick<Reconciliation, 'ours' | 'theirs' | 'byDay'> {
    const sorted = [...this.rows].sort(([a], [b]) => (a < b ? -1 : 1));
    return { ...this.whole, byDay: sorted.slice(0, MAX_DAY_ROWS).map(([, row]) => row) };
  }
}
