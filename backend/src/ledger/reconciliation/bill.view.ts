import { idOfStream } from '../../eventsourcing/domain/aggregate';
import type { RecordedEvent } from '../../eventsourcing/domain/domain-event';
import type { View } from '../../eventsourcing/views/view';
import type { BilledRun } from './compare';
import type { ProviderReconciled } from './reconciliation';

/** A provider's bill for one of this installation's runs, from the newest statement that lists the run. */
export interface BillRow {
  jobId: string;
  /** Cost of the run according to the ledger, in dollars. */
  ourUsd: number;
  usd: number;
  reconciliationId: string;
  position: string;
}

const cache = new WeakMap<object, ReadonlyMap<string, BilledRun>>();

/**
 * Returns the bills of a comparison. Comparisons stored before bills were recorded only yield the bills that differed.
 */
function billsOf({ data }: RecordedEvent<ProviderReconciled>): ReadonlyMap<string, BilledRun> {
  const known = cache.get(data);
  if (known) return known;
  const differing = data.differences.flatMap(({ kind, jobId, ourUsd, theirUsd: usd }) =>
    kind === 'other_cost' && jobId !== null && ourUsd !== null && usd !== null ? [{ jobId, ourUsd, usd }] : [],
  );
  const bills = new Map((data.bills ?? differing).map((bill) => [bill.jobId, bill]));
  cache.set(data, bills);
  return bills;
}

export const billView: View<BillRow, ProviderReconciled> = {
  name: 'bill',
  version: 1,
  columns: {
    jobId: { type: 'text' },
    ourUsd: { type: 'double precision' },
    usd: { type: 'double precision' },
    reconciliationId: { type: 'uuid' },
    position: { type: 'text' },
  },
  key: 'jobId',
  types: ['ProviderReconciled'],
  ignoresRow: true,
  keys: (event) => [...billsOf(event).keys()],
  evolve(_row, event, jobId) {
    const bill = billsOf(event).get(jobId);
    if (!bill) return null;
    return { ...bill, reconciliationId: idOfStream(event.streamId), position: event.position };
  },
};
