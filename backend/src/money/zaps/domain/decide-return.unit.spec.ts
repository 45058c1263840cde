import { toUnits } from '@storyreel/contracts';
import { given, OWNER } from '../../../testing/given-when-then';
import { after, buy, giveUp, grant, history, reserve, settle } from '../../../testing/ledger/wallet-steps';
import { recorded } from '../../../testing/view-spec';
import { chain, move, type WalletEvent } from './wallet-entry';
import { verifyWallet } from './wallet-proof';
import { walletAggregate } from './wallet';

const bought = [buy('p', 100, false)];
const decidedBy = (events: readonly WalletEvent[]) =>
  events.flatMap((event) => (event.type === 'PurchaseReturnDecided' ? [event.data] : []));

describe('the zaps of a purchase whose money was returned', () => {
  it.each([
    ['all of them', [giveUp('p', 100)], { available: 0, purchases: 0 }],
    ['those of the returned part', [giveUp('p', 45)], { available: 55, purchases: -55 }],
    [
      'as many as are left, and none below zero',
      [reserve('h', 70), settle('h'), giveUp('p', 90)],
      { available: 0, purchases: -70 },
    ],
    ['none when they are left', [giveUp('p', 100, { answer: 'left' })], { available: 100, purchases: -100 }],
  ])('are taken back: %s', (_, steps, { available, purchases }) => {
    const { accounts } = after(...bought, ...steps);
    expect(accounts).toMatchObject({ available: toUnits(available), purchases: toUnits(purchases) });
  });

  it('are recorded with who decided and why, and with those that are lost', () => {
    const [decided] = decidedBy(history(...bought, reserve('h', 70), settle('h'), giveUp('p', 90, { cents: 900 })));
    expect(decided).toMatchObject({
      ...{ purchaseId: 'p', answer: 'taken_back', dueUnits: toUnits(90), units: toUnits(30) },
      ...{ returned: { amount: 900, currency: 'usd' }, reason: 'Refunded at Stripe', by: 'finance' },
    });
  });

  it('are held zaps only once these are free again', () => {
    expect(after(...bought, reserve('h', 70), giveUp('p', 100)).accounts).toMatchObject({
      ...{ available: 0, held: toUnits(70) },
    });
  });

  it('are decided about once; a second part that is returned later is decided about for itself', () => {
    const once = history(...bought, giveUp('p', 40, { id: 'one' }));
    given(walletAggregate, once)
      .when(giveUp('p', 40, { id: 'one' }))
      .then([]);
    given(walletAggregate, once)
      .when(giveUp('p', 40, { id: 'two' }))
      .refused('conflict');
    given(walletAggregate, once)
      .when(giveUp('p', 40, { id: 'one', answer: 'left' }))
      .refused('idempotency_key_reused');
    const twice = decidedBy(history(...bought, giveUp('p', 40), giveUp('p', 100)));
    expect(twice.map(({ dueUnits, returned }) => [dueUnits, returned.amount])).toEqual([
      [toUnits(40), 400],
      [toUnits(60), 600],
    ]);
  });

  it('are not decided about by their owner, nor before they were added', () => {
    given(walletAggregate, history(...bought))
      .when(giveUp('p', 100, { by: OWNER }))
      .refused('conflict');
    given(walletAggregate, history(grant())).when(giveUp('p', 100)).refused('conflict');
  });
});

describe('a verification', () => {
  const verified = (events: readonly WalletEvent[]) =>
    verifyWallet(
      OWNER,
      events.map((event, n) => recorded(event, n, { at: event.data.at })),
    );
  const forged = (changes: Partial<ReturnType<typeof decidedBy>[number]>): WalletEvent[] => {
    const [purchase, decided] = history(...bought, giveUp('p', 40));
    if (!purchase || decided?.type !== 'PurchaseReturnDecided') throw new Error('Nothing was decided');
    const { at, prevHash, hash: _, ...data } = decided.data;
    const units = changes.units ?? data.units;
    const entry = { ...data, ...changes, postings: move(units, 'available', 'purchases') };
    return [purchase, chain({ type: 'PurchaseReturnDecided', data: entry }, prevHash, at)];
  };

  it('finds nothing wrong with decisions', () => {
    const sound = history(grant(), ...bought, giveUp('p', 40), giveUp('p', 100, { answer: 'left' }));
    expect(verified(sound)).toMatchObject({ entries: 4, bad: null });
  });

  it.each([
    ['another purchase', { purchaseId: 'q' }, 'takes back what was never purchased'],
    ['more than was purchased', { dueUnits: toUnits(101) }, 'is about more than was purchased'],
    ['more than was returned', { units: toUnits(41) }, 'takes back more than was returned'],
    ['zaps that were left', { answer: 'left' as const }, 'takes back more than was returned'],
  ])('finds a decision that takes back %s', (_, changes, reason) => {
    expect(verified(forged(changes)).bad).toEqual({ revision: 1n, reason });
  });
});
