import { hash } from 'node:crypto';
import { canonicalJson } from '../../../lib/hash';
import type { DomainEvent } from '../../../eventsourcing/domain/domain-event';

export const ACCOUNTS = ['available', 'held', 'revenue', 'grants', 'purchases', 'refunds'] as const;
export type Account = (typeof ACCOUNTS)[number];

/** Ledger units (0.0001 zap) that come to an account, negative when they leave it. */
export interface Posting {
  account: Account;
  units: number;
}

/** What a price was made of when it was reserved. */
export interface HoldPrice {
  /** Ledger units. */
  units: number;
  /** Dollars that the provider asks for it; 0 for the sandbox. */
  usd: number;
  version: string;
}

/** What zaps are spent on; enough for the ledger's views and for looking the work's outcome up. */
export interface Purpose {
  provider: string;
  model: string;
  operation: string;
  /** The kind of a generation, or 'text'. */
  category: string;
  description: string;
  projectId: string | null;
  sceneId: string | null;
  /** The job or request that the zaps are held for. */
  workId: string;
  /** The run, where it is not the work itself: one piece of text is asked for by many requests. */
  runId?: string;
  /** Paid by somebody else than whose project it is: none of the project's own costs. */
  forOthers?: true;
  /** Of what was asked for, so that a key that comes again with another request is noticed. */
  requestHash: string;
}

/** In every entry: its postings, which sum to zero, and its link in the wallet's hash chain. */
export interface EntryData {
  /** ISO 8601 */
  at: string;
  postings: Posting[];
  prevHash: string;
  /** SHA-256 over the entry's canonical form without this field, in hexadecimal. */
  hash: string;
}

interface HoldRef {
  holdId: string;
  purpose: Purpose;
}

/** What a monthly limit is for: all that somebody spends, or what they spend on one project. */
export type BudgetScope = 'person' | { projectId: string };

export type WalletEvent =
  | DomainEvent<'ZapsGranted', EntryData & { reason: 'sign_up'; units: number }>
  | DomainEvent<'ZapsPurchased', EntryData & { purchaseId: string; units: number; paidUsd: number; sandbox: boolean }>
  | DomainEvent<
      'ZapsReserved',
      EntryData & HoldRef & { price: HoldPrice; units: number; deadline: string; bulkDay: string | null }
    >
  | DomainEvent<'ZapsSettled', EntryData & HoldRef & { units: number; usd: number; priceVersion: string }>
  /** `priceVersion`: of the reservation. The first releases and refunds did not say it. */
  | DomainEvent<
      'ZapsReleased',
      EntryData & HoldRef & { units: number; reason: string; bulkDay: string | null; priceVersion?: string }
    >
  /** `reservedAt`: when the zaps of the charge were reserved. `by`: the id of who gave them back. */
  | DomainEvent<
      'ZapsRefunded',
      EntryData &
        HoldRef & {
          refundId: string;
          units: number;
          reason: string;
          reservedAt: string;
          by: string;
          priceVersion?: string;
        }
    >
  /** `monthlyUnits`: null takes the limit away. `by`: the id of who set it. */
  | DomainEvent<'ZapBudgetSet', EntryData & { scope: BudgetScope; monthlyUnits: number | null; by: string }>
  /** The first reservation of a month (YYYY-MM, UTC) with which a budget is all but spent. */
  | DomainEvent<
      'ZapBudgetNeared',
      EntryData & { scope: BudgetScope; month: string; monthlyUnits: number; spentUnits: number }
    >;

export const WALLET_EVENT_TYPES = [
  'ZapsGranted',
  'ZapsPurchased',
  'ZapsReserved',
  'ZapsSettled',
  'ZapsReleased',
  'ZapsRefunded',
  'ZapBudgetSet',
  'ZapBudgetNeared',
] as const satisfies readonly WalletEvent['type'][];

type Unchained<E> =
  E extends DomainEvent<infer Type, infer Data> ? DomainEvent<Type, Omit<Data, 'at' | 'prevHash' | 'hash'>> : never;
/** An entry before it gets its place in the chain. */
export type WalletEntry = Unchained<WalletEvent>;

const sha256 = (text: string): string => hash('sha256', text);

/** Where a wallet's chain begins: an entry copied from another wallet fits no chain but its own. */
export const genesisHash = (ownerId: string): string => sha256(`wallet:${ownerId}`);

export function hashOf(event: { type: string; data: unknown }): string {
  const { hash: _own, ...entry } = event.data as Record<string, unknown>;
  return sha256(canonicalJson({ type: event.type, entry }));
}

/** Gives an entry its place in the chain. */
export function chain(entry: WalletEntry, prevHash: string, at: string): WalletEvent {
  const linked = { ...entry, data: { ...entry.data, at, prevHash, hash: '' } } as WalletEvent;
  linked.data.hash = hashOf(linked);
  return linked;
}

export const sumOf = (postings: readonly Posting[]): number => postings.reduce((sum, { units }) => sum + units, 0);

/** What postings change, account by account. */
export function changesOf(postings: readonly Posting[]): Record<Account, number> {
  const changes = { available: 0, held: 0, revenue: 0, grants: 0, purchases: 0, refunds: 0 };
  for (const { account, units } of postings) changes[account] += units;
  return changes;
}

/** Units that go from one account to another. */
export const move = (units: number, from: Account, to: Account): Posting[] => [
  { account: from, units: 0 - units },
  { account: to, units },
];
