import { OWNER, NOW } from '../../testing/given-when-then';
import { foldTwice, recorded } from '../../testing/view-spec';
import { chain, move, type Purpose, type WalletEntry } from '../domain/ledger-entry';
import { projectCostView } from './project-cost.view';
import { usageEventView } from './usage-event.view';
import { walletBalanceView } from './wallet-balance.view';
import { zapTransactionView } from './zap-transaction.view';

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
