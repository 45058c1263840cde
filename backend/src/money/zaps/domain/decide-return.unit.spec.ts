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
    ['at most the remaining ones', [reserve('h', 70), settle('h'), giveUp('p', 90)], { available: 0, purchases: -70 }],
    ['none when finance leaves them', [giveUp('p', 100, { answer: 'left' })], { available: 100, purchases: -100 }],
  ])('are taken back: %s', (_, steps, { available, purchases }) => {
    const { accounts } = after(...bought, ...steps);
    expect(accounts).toMatchObject({ available: toUnits(available), purchases: toUnits(purchases) });
  });

  it('are recorded with author and reason, and with those that are lost', () => {
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

  it('are decided about once; a second part returned later has its own decision', () => {
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

  it.each([
    ['those that were taken', [giveUp('p', 90)], 0, { available: 100, purchases: -100 }],
    ['none that were spent', [reserve('h', 70), settle('h'), giveUp('p', 90)], 0, { available: 30, purchases: -100 }],
    ['those no longer due', [giveUp('p', 90)], 40, { available: 60, purchases: -60 }],
    [
      'those above the due amount, which left zaps cover first',
      [giveUp('p', 40, { answer: 'left' }), giveUp('p', 90)],
      40,
      { available: 100, purchases: -100 },
    ],
  ])('are given back when the refund failed: %s', (_, steps, stillDue, { available, purchases }) => {
    const { accounts } = after(...bought, ...steps, giveUp('p', stillDue, { answer: 'given_back', id: 'back' }));
    expect(accounts).toMatchObject({ available: toUnits(available), purchases: toUnits(purchases) });
  });

  it('are given back once, not before money came back, and need a new decision when it is returned again', () => {
    const back = giveUp('p', 0, { answer: 'given_back', id: 'back' });
    given(walletAggregate, history(...bought, giveUp('p', 90)))
      .when(giveUp('p', 90, { answer: 'given_back', id: 'back' }))
      .refused('conflict');
    const events = history(...bought, giveUp('p', 90), back);
    expect(events.at(-1)).toMatchObject({
      type: 'TakenZapsGivenBack',
      data: { dueUnits: toUnits(90), units: toUnits(90), returned: { amount: 900, currency: 'usd' }, by: 'finance' },
    });
    given(walletAggregate, events).when(back).then([]);
    given(walletAggregate, events)
      .when(giveUp('p', 0, { answer: 'given_back', id: 'other' }))
      .refused('conflict');
    expect(after(...bought, giveUp('p', 90), back, giveUp('p', 50, { id: 'anew' })).accounts).toMatchObject({
      available: toUnits(50),
    });
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

  it('accepts valid decisions', () => {
    const back = giveUp('p', 60, { answer: 'given_back' });
    const sound = history(grant(), ...bought, giveUp('p', 40), giveUp('p', 100, { answer: 'left' }), back);
    expect(verified(sound)).toMatchObject({ entries: 5, bad: null });
  });

  it.each([
    ['another purchase', { purchaseId: 'q' }, 'takes back what was never purchased'],
    ['more than was purchased', { dueUnits: toUnits(101) }, 'is about more than was purchased'],
    ['more than was returned', { units: toUnits(41) }, 'takes back more than was returned'],
    ['zaps that finance had left', { answer: 'left' as const }, 'takes back more than was returned'],
  ])('detects a decision that takes back %s', (_, changes, reason) => {
    expect(verified(forged(changes)).bad).toEqual({ revision: 1n, reason });
  });

  it.each([
    ['to another purchase', { purchaseId: 'q' }, 'gives back what was never purchased'],
    ['more than was taken', { units: toUnits(41) }, 'gives back more than was taken'],
    ['for more than the decided amount', { dueUnits: toUnits(41) }, 'is about more than was decided'],
  ])('detects zaps given back %s', (_, changes, reason) => {
    const events = history(...bought, giveUp('p', 40), giveUp('p', 0, { answer: 'given_back', id: 'back' }));
    const last = events.at(-1);
    if (last?.type !== 'TakenZapsGivenBack') throw new Error('Nothing was given back');
    const { at, prevHash, hash: _hash, ...data } = last.data;
    const entry = { ...data, ...changes };
    const postings = move(entry.units, 'purchases', 'available');
    const wrong = chain({ type: 'TakenZapsGivenBack', data: { ...entry, postings } }, prevHash, at);
    expect(verified([...events.slice(0, -1), wrong]).bad).toEqual({ revision: 2n, reason });
  });
});
