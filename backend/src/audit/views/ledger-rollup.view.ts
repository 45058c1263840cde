import { hash } from 'node:crypto';
import type { LedgerKind } from '@storyreel/contracts';
import type { RecordedEvent } from '../../platform/domain/domain-event';
import type { View } from '../../platform/views/view';
import { WALLET_EVENT_TYPES, type WalletEvent } from '../../zaps';
import { entryOf, type LedgerEntry } from '../ledger/entry-of';

/** What a ledger is summed up by. */
interface Dimensions {
  /** YYYY-MM-DD, UTC */
  day: string;
  userId: string;
  kind: LedgerKind;
  projectId: string | null;
  provider: string | null;
  model: string | null;
  category: string | null;
  priceVersion: string | null;
}

/** All entries of a day that have everything else in common. */
export interface LedgerRollupRow extends Dimensions {
  id: string;
  entries: number;
  /** Ledger units */
  units: number;
  usd: number;
  /** The part of the dollars that nobody paid. */
  sandboxUsd: number;
  /** What settlements gave back, since less was used than held. */
  returned: number;
  position: string;
}

function dimensionsOf({
  at,
  userId,
  kind,
  projectId,
  provider,
  model,
  category,
  priceVersion,
}: LedgerEntry): Dimensions {
  return { day: at.slice(0, 10), userId, kind, projectId, provider, model, category, priceVersion };
}

const keyOf = (event: RecordedEvent<WalletEvent>): string =>
  hash('sha256', JSON.stringify(Object.values(dimensionsOf(entryOf(event)))));

const returnedBy = ({ kind, available }: LedgerEntry): number => (kind === 'settlement' ? available : 0);

/** Dollars are sums of small decimals: cut off what floats add beyond a millionth. */
const addUsd = (a: number, b: number): number => Math.round((a + b) * 1e6) / 1e6;

export const ledgerRollupView: View<LedgerRollupRow, WalletEvent> = {
  name: 'ledger_rollup',
  version: 1,
  columns: {
    id: { type: 'text' },
    day: { type: 'text' },
    userId: { type: 'uuid' },
    kind: { type: 'text' },
    projectId: { type: 'uuid', nullable: true },
    provider: { type: 'text', nullable: true },
    model: { type: 'text', nullable: true },
    category: { type: 'text', nullable: true },
    priceVersion: { type: 'text', nullable: true },
    entries: { type: 'integer' },
    units: { type: 'double precision' },
    usd: { type: 'double precision' },
    sandboxUsd: { type: 'double precision' },
    returned: { type: 'double precision' },
    position: { type: 'text' },
  },
  key: 'id',
  indexes: [['day'], ['userId', 'day'], ['projectId', 'day']],
  types: WALLET_EVENT_TYPES,
  stopOnPoison: true,
  keys: (event) => [keyOf(event)],
  evolve(row, event, id) {
    if (row && event.position <= row.position) return row;
    const entry = entryOf(event);
    const usd = entry.usd ?? 0;
    return {
      id,
      day: entry.at.slice(0, 10),
      userId: entry.userId,
      kind: entry.kind,
      projectId: entry.projectId,
      provider: entry.provider,
      model: entry.model,
      category: entry.category,
      priceVersion: entry.priceVersion,
      entries: (row?.entries ?? 0) + 1,
      units: (row?.units ?? 0) + entry.units,
      usd: addUsd(row?.usd ?? 0, usd),
      sandboxUsd: addUsd(row?.sandboxUsd ?? 0, entry.sandbox ? usd : 0),
      returned: (row?.returned ?? 0) + returnedBy(entry),
      position: event.position,
    };
  },
};
