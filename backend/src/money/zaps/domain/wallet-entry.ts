import { hash } from 'node:crypto';
import { canonicalJson } from '../../../lib/hash';
import type { DomainEvent } from '../../../eventsourcing/domain/domain-event';

export const ACCOUNTS = ['available', 'held', 'revenue', 'grants', 'purchases', 'refunds'] as const;
export type Account = (typeof ACCOUNTS)[number];

/** Ledger units (0.0001 zap) posted to an account; negative when the units leave the account. */
export interface Posting {
  account: Account;
  units: number;
}

/** The parts of a price at the time of the reservation. */
export interface HoldPrice {
  /** The price in ledger units. */
  units: number;
  /** The provider's price in dollars; 0 for the sandbox. */
  usd: number;
  version: string;
}

/** The purpose of a hold, with the fields that the ledger's views and the lookup of the work's outcome need. */
export interface Purpose {
  provider: string;
  model: string;
  operation: string;
  /** Kind of the generation, or 'text'. */
  category: string;
  description: string;
  projectId: string | null;
  sceneId: string | null;
  /** Id under which the work's outcome is found: a job, an attempt at a chat reply, or a piece of text. */
  workId: string;
  /** Id of the run if it differs from `workId`: a piece of text can be requested many times. */
  runId?: string;
  /** True if the payer is not the project's owner; the charge is then no cost of the project. */
  forOthers?: true;
  /** Hash of the request: detects a different request with the same idempotency key. */
  requestHash: string;
}

/** Part of every entry: its postings, which sum to zero, and its link in the wallet's hash chain. */
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

/** The scope of a monthly limit: all spending of a person, or their spending on one project. */
export type BudgetScope = 'person' | { projectId: string };

export type WalletEvent =
  | DomainEvent<'ZapsGranted', EntryData & { reason: 'sign_up'; units: number }>
  | DomainEvent<'ZapsPurchased', EntryData & { purchaseId: string; units: number; paidUsd: number; sandbox: boolean }>
  | DomainEvent<
      'ZapsReserved',
      EntryData & HoldRef & { price: HoldPrice; units: number; deadline: string; bulkDay: string | null }
    >
  | DomainEvent<'ZapsSettled', EntryData & HoldRef & { units: number; usd: number; priceVersion: string }>
  /** `priceVersion`: the price book's version at the reservation. The oldest releases and refunds lack it. */
  | DomainEvent<
      'ZapsReleased',
      EntryData & HoldRef & { units: number; reason: string; bulkDay: string | null; priceVersion?: string }
    >
  /**
   * `reservedAt`: when the charge's zaps were reserved. `by`: id of the user who made the refund. `approvedBy`: id of a
   * second user, for a large refund.
   */
  | DomainEvent<
      'ZapsRefunded',
      EntryData &
        HoldRef & {
          refundId: string;
          units: number;
          reason: string;
          reservedAt: string;
          by: string;
          approvedBy?: string;
          priceVersion?: string;
        }
    >
  /**
   * A decision about the zaps of a purchase whose money was returned: `dueUnits` were in question, and `units` of them
   * were taken back, as many as were left. `returned`: the money that this decision is about. `by`: id of the user who
   * decided.
   */
  | DomainEvent<
      'PurchaseReturnDecided',
      EntryData & {
        decisionId: string;
        purchaseId: string;
        answer: 'taken_back' | 'left';
        dueUnits: number;
        units: number;
        returned: { amount: number; currency: string };
        reason: string;
        by: string;
      }
    >
  /**
   * The money returned for a purchase came back, since its refund failed; zaps taken back for that money belong to the
   * buyer again. `returned`: the money that came back. `dueUnits`: the zaps that this money had paid for, whether they
   * had been taken back or left.
   */
  | DomainEvent<
      'TakenZapsGivenBack',
      EntryData & {
        decisionId: string;
        purchaseId: string;
        dueUnits: number;
        units: number;
        returned: { amount: number; currency: string };
        reason: string;
        by: string;
      }
    >
  /** `monthlyUnits`: the limit; null removes it. `by`: id of the user who set the limit. */
  | DomainEvent<'ZapBudgetSet', EntryData & { scope: BudgetScope; monthlyUnits: number | null; by: string }>
  /** The first reservation in a month (YYYY-MM, UTC) that nearly uses up a budget. */
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
  'PurchaseReturnDecided',
  'TakenZapsGivenBack',
  'ZapBudgetSet',
  'ZapBudgetNeared',
] as const satisfies readonly WalletEvent['type'][];

type Unchained<E> =
  E extends DomainEvent<infer Type, infer Data> ? DomainEvent<Type, Omit<Data, 'at' | 'prevHash' | 'hash'>> : never;
/** An entry before it is linked into the chain. */
export type WalletEntry = Unchained<WalletEvent>;

const sha256 = (text: string): string => hash('sha256', text);

/**
 * First hash of a wallet's chain. It depends on the owner, so an entry copied from another wallet does not fit the
 * chain.
 */
export const genesisHash = (ownerId: string): string => sha256(`wallet:${ownerId}`);

export function hashOf(event: { type: string; data: unknown }): string {
  const { hash: _own, ...entry } = event.data as Record<string, unknown>;
  return sha256(canonicalJson({ type: event.type, entry }));
}

/** Links an entry into the chain. */
export function chain(entry: WalletEntry, prevHash: string, at: string): WalletEvent {
  const linked = { ...entry, data: { ...entry.data, at, prevHash, hash: '' } } as WalletEvent;
  linked.data.hash = hashOf(linked);
  return linked;
}

export const sumOf = (postings: readonly Posting[]): number => postings.reduce((sum, { units }) => sum + units, 0);

/** Sums postings by account. */
export function changesOf(postings: readonly Posting[]): Record<Account, number> {
  const changes = { available: 0, held: 0, revenue: 0, grants: 0, purchases: 0, refunds: 0 };
  for (const { account, units } of postings) changes[account] += units;
  return changes;
}

/** Moves units from one account to another. */
export const move = (units: number, from: Account, to: Account): Posting[] => [
  { account: from, units: 0 - units },
  { account: to, units },
];
