import { hash } from 'node:crypto';
import type { LedgerKind } from '@storyreel/contracts';
import type { RecordedEvent } from '../../../eventsourcing/domain/domain-event';
import type { View } from '../../../eventsourcing/views/view';
import { WALLET_EVENT_TYPES } from '../../../money/zaps';
import type { Account, WalletEvent } from '../../../money/zaps';
import { entryOf } from './ledger-entry.view';
import type { LedgerEntry } from './ledger-entry.view';

type Sums = Record<Account, number>;

/** A column for each account. Values are ledger units: whole numbers, exact in a double up to 2^53. */
const ACCOUNT_COLUMNS = {
  available: { type: 'double precision' },
  held: { type: 'double precision' },
  revenue: { type: 'double precision' },
  grants: { type: 'double precision' },
  purchases: { type: 'double precision' },
  refunds: { type: 'double precision' },
} as const;

/** Adds an entry's changes to a row's sums, or begins the sums with them. */
const withEntry = (row: Sums | null, entry: Sums): Sums => ({
  available: (row?.available ?? 0) + entry.available,
  held: (row?.held ?? 0) + entry.held,
  revenue: (row?.revenue ?? 0) + entry.revenue,
  grants: (row?.grants ?? 0) + entry.grants,
  purchases: (row?.purchases ?? 0) + entry.purchases,
  refunds: (row?.refunds ?? 0) + entry.refunds,
});

/** Sums of one hour (UTC) over all wallets, with the hour's range of log positions. */
export interface LedgerHourRow extends Record<Account, number> {
  /** YYYY-MM-DDTHH */
  hour: string;
  entries: number;
  /** Number of wallets whose first entry is in this hour. */
  newWallets: number;
  firstPosition: string;
  lastPosition: string;
}

export const ledgerHourView: View<LedgerHourRow, WalletEvent> = {
  name: 'ledger_hour',
  version: 1,
  columns: {
    hour: { type: 'text' },
    entries: { type: 'integer' },
    newWallets: { type: 'integer' },
    ...ACCOUNT_COLUMNS,
    firstPosition: { type: 'text' },
    lastPosition: { type: 'text' },
  },
  key: 'hour',
  types: WALLET_EVENT_TYPES,
  stopOnPoison: true,
  keys: (event) => [event.data.at.slice(0, 13)],
  evolve(row, event, hour) {
    const { position } = event;
    if (row && position <= row.lastPosition) return row;
    const entry = entryOf(event);
    return {
      hour,
      entries: (row?.entries ?? 0) + 1,
      newWallets: (row?.newWallets ?? 0) + (entry.revision === 0 ? 1 : 0),
      ...withEntry(row, entry),
      firstPosition: row?.firstPosition ?? position,
      lastPosition: position,
    };
  },
};

/** The dimensions by which the ledger is summed. */
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

/** Sums of all entries of a day with the same values in every other dimension. */
export interface LedgerRollupRow extends Dimensions {
  id: string;
  entries: number;
  /** Ledger units */
  units: number;
  usd: number;
  /** Dollars of purchases in the sandbox, for which nobody paid. */
  sandboxUsd: number;
  /** Units that settlements returned because the work used less than the hold. */
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

/** Rounds to a millionth, since sums of small decimals have float errors. */
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

/** A wallet as finance sees it: its accounts and the newest entry of its chain. */
export interface WalletSummaryRow extends Record<Account, number> {
  userId: string;
  entries: number;
  revision: number;
  hash: string;
  at: string;
  position: string;
}

export const walletSummaryView: View<WalletSummaryRow, WalletEvent> = {
  name: 'wallet_summary',
  version: 1,
  columns: {
    userId: { type: 'uuid' },
    ...ACCOUNT_COLUMNS,
    entries: { type: 'integer' },
    revision: { type: 'integer' },
    hash: { type: 'text' },
    at: { type: 'timestamptz' },
    position: { type: 'text' },
  },
  key: 'userId',
  types: WALLET_EVENT_TYPES,
  stopOnPoison: true,
  keys: (event) => [event.metadata.ownerId],
  evolve(row, event, userId) {
    if (row && event.position <= row.position) return row;
    const entry = entryOf(event);
    const { position, revision, hash, at } = entry;
    return {
      userId,
      ...withEntry(row, entry),
      entries: (row?.entries ?? 0) + 1,
      revision,
      hash,
      at,
      position,
    };
  },
};
