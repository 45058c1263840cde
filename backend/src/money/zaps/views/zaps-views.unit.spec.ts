import { OWNER, NOW } from '../../../testing/given-when-then';
import { foldTwice, recorded } from '../../../testing/view-spec';
import { chain, move, type Purpose, type WalletEntry } from '../domain/wallet-entry';
import { chargeView } from './charge.view';
import { projectCostView, usageEventView } from './usage.view';
import { walletBalanceView, zapTransactionView } from './wallet.view';

const PROJECT = '22222222-2222-4222-8222-222222222222';
const purpose: Purpose = {
  provider: 'sandbox',
  model: 'v6.1',
  operation: 'generate_image',
  category: 'image',
  description: '4 images for a scene',
  projectId: PROJECT,
  sceneId: null,
  workId: 'work',
  requestHash: 'hash',
};
const price = { units: 40_000, usd: 0.1, version: 'v' };
const hold = (holdId: string) => ({ holdId, purpose });
const reserved = (holdId: string): WalletEntry => {
  const postings = move(40_000, 'available', 'held');
  return {
    type: 'ZapsReserved',
    data: { ...hold(holdId), price, units: 40_000, deadline: NOW, bulkDay: null, postings },
  };
};
const settled = (holdId: string): WalletEntry => {
  const postings = move(40_000, 'held', 'revenue');
  return { type: 'ZapsSettled', data: { ...hold(holdId), units: 40_000, usd: 0.1, priceVersion: 'v', postings } };
};
const entries: WalletEntry[] = [
  {
    type: 'ZapsGranted',
    data: { reason: 'sign_up', units: 1_000_000, postings: move(1_000_000, 'grants', 'available') },
  },
  reserved('a'),
  settled('a'),
  reserved('b'),
  settled('b'),
  reserved('c'),
];
const events = entries.map((entry, index) => recorded(chain(entry, 'prev', NOW), index));

describe('a wallet with two settled holds and an open one', () => {
  it('shows what can be spent and what is held', () => {
    const row = foldTwice(walletBalanceView, events).get(OWNER);
    expect(row).toMatchObject({ available: 880_000, held: 40_000 });
  });

  it('lists the grant as positive and the spending as negative [ZAPS-12]', () => {
    const rows = [...foldTwice(zapTransactionView, events).values()];
    expect(rows.map(({ units }) => units)).toEqual([1_000_000, -40_000, -40_000]);
  });

  it('has one usage event for each settled hold', () => {
    const rows = [...foldTwice(usageEventView, events).values()];
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      provider: 'sandbox',
      operation: 'generate_image',
      units: 40_000,
      priceVersion: 'v',
    });
  });

  it('sums a project by category and operation', () => {
    expect(foldTwice(projectCostView, events).get(PROJECT)).toMatchObject({
      totalUnits: 80_000,
      totalUsd: 0.2,
      breakdown: { image: { generate_image: { count: 2, units: 80_000, usd: 0.2 } } },
    });
  });
});

describe('a wallet with a refund', () => {
  const refund: WalletEntry = {
    type: 'ZapsRefunded',
    data: {
      ...hold('a'),
      refundId: 'refund',
      units: 10_000,
      reason: 'Blurred',
      reservedAt: NOW,
      by: 'finance',
      postings: move(10_000, 'refunds', 'available'),
    },
  };
  const released: WalletEntry = {
    type: 'ZapsReleased',
    data: { ...hold('c'), units: 40_000, reason: 'failed', bulkDay: null, postings: move(40_000, 'held', 'available') },
  };
  const withRefund = [...entries, refund, released].map((entry, n) => recorded(chain(entry, 'prev', NOW), n));

  it('has the zaps again, and a line that names their subject', () => {
    expect(foldTwice(walletBalanceView, withRefund).get(OWNER)).toMatchObject({ available: 930_000, held: 0 });
    const lines = [...foldTwice(zapTransactionView, withRefund).values()];
    expect(lines.at(-1)).toMatchObject({ description: 'Refund: 4 images for a scene', units: 10_000 });
  });

  it('lowers the project’s cost, but not the provider’s', () => {
    expect(foldTwice(projectCostView, withRefund).get(PROJECT)).toMatchObject({
      totalUnits: 70_000,
      totalUsd: 0.2,
      breakdown: { image: { generate_image: { count: 2, units: 70_000, usd: 0.2 } } },
    });
  });

  it('has a row for each hold, with its charge, its refunds and the places of its entries', () => {
    const rows = foldTwice(chargeView, withRefund);
    expect([...rows.keys()]).toEqual(['a', 'b', 'c']);
    expect(rows.get('a')).toMatchObject({ charged: 40_000, refunded: 10_000, usd: 0.1, userId: OWNER, chargedAt: NOW });
    expect(rows.get('a')).toMatchObject({ reservedRevision: 1, closedRevision: 2, revision: 6 });
    expect(rows.get('b')).toMatchObject({ charged: 40_000, refunded: 0, closedRevision: 4, revision: 4 });
    expect(rows.get('c')).toMatchObject({ charged: 0, chargedAt: null, reservedRevision: 5, closedRevision: 7 });
    expect(foldTwice(chargeView, events).get('c')).toMatchObject({ closedRevision: -1, revision: 5 });
  });
});

describe('the lines of a wallet', () => {
  const linesOf = (...made: WalletEntry[]) =>
    [
      ...foldTwice(
        zapTransactionView,
        made.map((entry, n) => recorded(chain(entry, 'prev', NOW), n)),
      ).values(),
    ].map(({ description, units }) => [description, units]);
  const bought = (purchaseId: string, sandbox: boolean): WalletEntry => {
    const postings = move(5, 'purchases', 'available');
    return { type: 'ZapsPurchased', data: { purchaseId, units: 5, paidUsd: 1, sandbox, postings } };
  };

  it('name the amount that came in, and its source', () => {
    expect(linesOf(...entries.slice(0, 1), bought('a', true), bought('b', false))).toEqual([
      ['Welcome zaps', 1_000_000],
      ['Zaps purchased (sandbox)', 5],
      ['Zaps purchased', 5],
    ]);
  });

  it('without a project belong to no project’s costs', () => {
    const { data } = settled('x') as Extract<WalletEntry, { type: 'ZapsSettled' }>;
    const free = { ...data, purpose: { ...purpose, projectId: null } };
    const event = recorded(chain({ type: 'ZapsSettled', data: free }, 'prev', NOW), 0);
    expect(foldTwice(projectCostView, [event]).size).toBe(0);
  });
});
