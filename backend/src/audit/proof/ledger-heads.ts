import type { Aggregate } from '../../platform/domain/aggregate';
import type { DomainEvent } from '../../platform/domain/domain-event';

/** The newest entry of a wallet: its owner, its revision and its hash. */
export type Head = readonly [ownerId: string, revision: number, hash: string];

/** What is signed. */
export interface HeadsOfDay {
  /** YYYY-MM-DD, UTC. */
  day: string;
  /** ISO 8601 */
  signedAt: string;
  /** Entries up to this place in the log count. */
  position: string;
  wallets: number;
  /** By owner. */
  heads: readonly Head[];
  /** Of the signed heads before these; null for the first. */
  previousHash: string | null;
  /** SPKI, in base64. */
  publicKey: string;
}

export interface SignedHeads extends HeadsOfDay {
  /** SHA-256 over the canonical form of all of the above, in hexadecimal. */
  hash: string;
  /** Ed25519 over the hash's text, in base64. */
  signature: string;
}

export type LedgerHeadsSigned = DomainEvent<'LedgerHeadsSigned', SignedHeads>;

export interface LedgerHeadsState {
  day: string | null;
  hash: string | null;
}

/** One stream, `ledger-heads`. */
export const LEDGER_HEADS_ID = 'heads';
export const ledgerHeadsAggregate: Aggregate<LedgerHeadsState, LedgerHeadsSigned> = {
  category: 'ledger',
  initial: { day: null, hash: null },
  evolve: (_, { data: { day, hash } }) => ({ day, hash }),
  snapshot: { version: 1 },
};

/** One a day, each naming the one before: what another node has signed meanwhile is not signed again. */
export function decideSignHeads(signed: SignedHeads, state: LedgerHeadsState): LedgerHeadsSigned[] {
  if (state.hash !== signed.previousHash) return [];
  if (state.day !== null && state.day >= signed.day) return [];
  return [{ type: 'LedgerHeadsSigned', data: signed }];
}
