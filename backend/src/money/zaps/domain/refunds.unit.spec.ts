import { toUnits } from '@storyreel/contracts';
import { given, OWNER } from '../../../testing/given-when-then';
import { recorded } from '../../../testing/view-spec';
import { after, budget, grant, history, refund, release, reserve, settle } from '../../../testing/ledger/wallet-steps';
import { chain, move, type WalletEvent } from './wallet-entry';
import { verifyWallet } from './wallet-proof';
import { walletAggregate } from './wallet';

const charged = [grant(), reserve('h', 4), settle('h')];

describe('a charge', () => {
  it('is refunded in full, and the zaps come from refunds', () => {
    const { accounts } = after(...charged, refund('h', 4));
    expect(accounts).toMatchObject({ available: toUnits(100), revenue: toUnits(4), refunds: toUnits(-4) });
  });

  it('is refunded in parts, never beyond the charge', () => {
    const parts = history(...charged, refund('h', 1), refund('h', 2));
    given(walletAggregate, parts).when(refund('h', 1.5)).refused('conflict');
    expect(after(...charged, refund('h', 1), refund('h', 2), refund('h', 1)).accounts.available).toBe(toUnits(99));
    given(walletAggregate, history(...charged, refund('h', 4)))
      .when(refund('h', 0.0001))
      .refused('conflict');
  });

  it('below its hold is refunded only up to the charge', () => {
    const less = history(grant(), reserve('h', 4), settle('h', 1));
    given(walletAggregate, less).when(refund('h', 2)).refused('conflict');
    expect(after(grant(), reserve('h', 4), settle('h', 1), refund('h', 1)).accounts.available).toBe(toUnits(100));
  });

  it('is refunded once per refund id', () => {
    const once = history(...charged, refund('h', 2, { id: 'refund' }));
    given(walletAggregate, once)
      .when(refund('h', 2, { id: 'refund' }))
      .then([]);
    given(walletAggregate, once)
      .when(refund('h', 1, { id: 'refund' }))
      .refused('idempotency_key_reused');
  });

  it('records the reason and the author of a refund', () => {
    const [event] = history(...charged, refund('h', 2)).slice(-1);
    expect(event).toMatchObject({ type: 'ZapsRefunded', data: { holdId: 'h', reason: 'Blurred', by: 'finance' } });
  });
});

describe('an uncharged hold', () => {
  it.each([
    ['unknown', [grant()]],
    ['still held', [grant(), reserve('h', 4)]],
    ['released', [grant(), reserve('h', 4), release('h')]],
  ])('because it is %s cannot be refunded', (_, steps) => {
    given(walletAggregate, history(...steps))
      .when(refund('h', 1))
      .refused('not_found');
  });
});

describe('a verification', () => {
  /** Appends a refund with a valid chain, whatever amounts it states. */
  const forged = (units: number, moved = units) => {
    const before = history(...charged);
    const [real] = history(...charged, refund('h', 1)).slice(-1);
    const { data } = real as Extract<WalletEvent, { type: 'ZapsRefunded' }>;
    const { at, prevHash, hash: _hash, ...entry } = data;
    const postings = move(moved, 'refunds', 'available');
    const last = chain({ type: 'ZapsRefunded', data: { ...entry, units, postings } }, prevHash, at);
    return [...before, last].map((event, index) => recorded(event, index));
  };

  it('accepts refunds up to the charge', () => {
    expect(verifyWallet(OWNER, forged(toUnits(4))).bad).toBeNull();
  });

  it('names a refund beyond the charge, or of another amount than it says', () => {
    expect(verifyWallet(OWNER, forged(toUnits(5))).bad?.reason).toBe('refunds more than was charged');
    expect(verifyWallet(OWNER, forged(toUnits(1), toUnits(2))).bad?.reason).toBe(
      'has postings of another kind or amount',
    );
  });

  it('names a budget event that moves zaps', () => {
    const [set] = history(budget(10));
    const { at, prevHash, hash: _hash, ...entry } = (set as Extract<WalletEvent, { type: 'ZapBudgetSet' }>).data;
    const data = { ...entry, postings: move(1, 'grants', 'available') };
    const event = chain({ type: 'ZapBudgetSet', data }, prevHash, at);
    expect(verifyWallet(OWNER, [recorded(event, 0)]).bad?.reason).toBe('has postings of another kind or amount');
  });
});
