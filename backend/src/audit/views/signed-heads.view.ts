import { entityOf, type View } from '../../platform/views/view';
import type { LedgerHeadsSigned } from '../proof/ledger-heads';

/** A day whose heads were signed, without the heads: a day may have very many. */
export interface SignedHeadsRow {
  day: string;
  signedAt: string;
  position: string;
  wallets: number;
  hash: string;
  previousHash: string | null;
  signature: string;
  publicKey: string;
}

export const signedHeadsView: View<SignedHeadsRow, LedgerHeadsSigned> = {
  name: 'signed_heads',
  version: 1,
  columns: {
    day: { type: 'text' },
    signedAt: { type: 'text' },
    position: { type: 'text' },
    wallets: { type: 'integer' },
    hash: { type: 'text' },
    previousHash: { type: 'text', nullable: true },
    signature: { type: 'text' },
    publicKey: { type: 'text' },
  },
  key: 'day',
  types: ['LedgerHeadsSigned'],
  keys: ({ data }) => [data.day],
  evolve(_row, { data }) {
    const { day, signedAt, position, wallets, hash, previousHash, signature, publicKey } = data;
    return { day, signedAt, position, wallets, hash, previousHash, signature, publicKey };
  },
};

export const signedHeadsEntity = entityOf(signedHeadsView);
