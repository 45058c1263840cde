import type { RecordedEvent } from '../../../eventsourcing/domain/domain-event';
import { NOW, OWNER } from '../../../testing/given-when-then';
import { recorded } from '../../../testing/view-spec';
import { purpose } from '../../../testing/ledger/wallet-steps';
import { chain, genesisHash, move, type WalletEntry } from './wallet-entry';
import { verifyWallet, WalletProof } from './wallet-proof';

type EntryOf<Type extends WalletEntry['type']> = Extract<WalletEntry, { type: Type }>;
type Data<Type extends WalletEntry['type']> = Partial<EntryOf<Type>['data']>;

const granted = (units = 1_000, data: Data<'ZapsGranted'> = {}): WalletEntry => ({
  type: 'ZapsGranted',
  data: { reason: 'sign_up', units, postings: move(units, 'grants', 'available'), ...data },
});
const purchased = (purchaseId: string, units: number, data: Data<'ZapsPurchased'> = {}): WalletEntry => ({
  type: 'ZapsPurchased',
  data: { purchaseId, units, paidUsd: 1, sandbox: true, postings: move(units, 'purchases', 'available'), ...data },
});
const reserved = (holdId: string, units: number, data: Data<'ZapsReserved'> = {}): WalletEntry => {
  const price = { units, usd: 0, version: 'v' };
  const postings = move(units, 'available', 'held');
  return {
    type: 'ZapsReserved',
    data: { holdId, purpose, price, units, deadline: NOW, bulkDay: null, postings, ...data },
  };
};
const settled = (holdId: string, units: number, rest = 0): WalletEntry => {
  const postings = [...move(units, 'held', 'revenue'), ...move(rest, 'held', 'available')];
  return { type: 'ZapsSettled', data: { holdId, purpose, units, usd: 0, priceVersion: 'v', postings } };
};
const released = (holdId: string, units: number): WalletEntry => {
  const postings = move(units, 'held', 'available');
  return { type: 'ZapsReleased', data: { holdId, purpose, units, reason: 'failed', bulkDay: null, postings } };
};
const refunded = (holdId: string, units: number, refundId = `${holdId}-${units}`): WalletEntry => {
  const postings = move(units, 'refunds', 'available');
  const refund = { refundId, reason: 'Blurred', reservedAt: NOW, by: 'finance' };
  return { type: 'ZapsRefunded', data: { holdId, purpose, units, ...refund, postings } };
};
const budgeted: WalletEntry = {
  type: 'ZapBudgetSet',
  data: { scope: 'person', monthlyUnits: 500, by: OWNER, postings: [] },
};
const neared: WalletEntry = {
  type: 'ZapBudgetNeared',
  data: { scope: 'person', month: '2026-03', monthlyUnits: 500, spentUnits: 400, postings: [] },
};

/** Returns a log with a valid chain, whatever its entries state. */
function logOf(...entries: WalletEntry[]): RecordedEvent[] {
  let last = genesisHash(OWNER);
  return entries.map((entry, index) => {
    const event = chain(entry, last, NOW);
    last = event.data.hash;
    return recorded(event, index);
  });
}
const badOf = (...entries: WalletEntry[]) => verifyWallet(OWNER, logOf(...entries)).bad;

describe('a sound wallet', () => {
  it('has its balances, its open holds and its newest hash recomputed from its entries', () => {
    const log = logOf(
      granted(),
      purchased('p', 500),
      reserved('a', 300),
      settled('a', 200, 100),
      reserved('b', 50),
      released('b', 50),
      reserved('c', 40),
      refunded('a', 150),
      budgeted,
      neared,
      reserved('bulk', 0, { price: { units: 70, usd: 0, version: 'v' }, bulkDay: '2026-03-01' }),
    );
    expect(verifyWallet(OWNER, log)).toEqual({
      ownerId: OWNER,
      entries: 11,
      accounts: { available: 1_410, held: 40, revenue: 200, grants: -1_000, purchases: -500, refunds: -150 },
      openHolds: [
        { holdId: 'c', units: 40, deadline: NOW },
        { holdId: 'bulk', units: 0, deadline: NOW },
      ],
      bad: null,
    });
    const proof = new WalletProof(OWNER);
    expect(log.every((event) => proof.add(event))).toBe(true);
    expect(proof.lastHash).toBe((log.at(-1)?.data as { hash: string }).hash);
    expect([...proof.closed]).toEqual([
      ['a', 50],
      ['b', 0],
    ]);
  });

  it('may spend its whole balance', () => {
    expect(badOf(granted(), reserved('a', 1_000), settled('a', 1_000), refunded('a', 1_000))).toBeNull();
  });

  it('may charge and refund zero', () => {
    expect(badOf(granted(0), reserved('a', 0), settled('a', 0), refunded('a', 0))).toBeNull();
  });

  it('may refund a charge in equal parts', () => {
    const parts = ['first', 'second', 'third'].map((id) => refunded('a', 100, id));
    expect(badOf(granted(), reserved('a', 300), settled('a', 300), ...parts)).toBeNull();
  });
});

describe('the first wrong entry is named when it', () => {
  const held = [granted(), reserved('a', 300)];
  it.each<[string, number, WalletEntry[]]>([
    ['grants a second time', 1, [granted(), granted()]],
    ['enters a purchase twice', 1, [purchased('p', 5), purchased('p', 5)]],
    ['reserves a hold twice', 2, [...held, reserved('a', 300)]],
    ['reserves a hold twice', 3, [...held, settled('a', 300), reserved('a', 300)]],
    [
      'holds another amount than its price',
      1,
      [granted(), reserved('a', 300, { price: { units: 299, usd: 0, version: 'v' } })],
    ],
    ['holds another amount than its price', 1, [granted(), reserved('a', 300, { bulkDay: '2026-03-01' })]],
    ['closes a hold that is not open', 1, [granted(), settled('a', 300)]],
    ['closes a hold that is not open', 3, [...held, settled('a', 300), settled('a', 300)]],
    ['closes a hold that is not open', 1, [granted(), released('a', 300)]],
    ['closes a hold that is not open', 3, [...held, settled('a', 300), released('a', 300)]],
    ['charges more than was held', 2, [...held, settled('a', 301)]],
    ['releases another amount than was held', 2, [...held, released('a', 299)]],
    ['has postings of another kind or amount', 2, [...held, settled('a', 200)]],
    ['refunds an uncharged hold', 2, [...held, refunded('a', 300)]],
    ['refunds more than was charged', 3, [...held, released('a', 300), refunded('a', 1)]],
    ['refunds more than was charged', 4, [...held, settled('a', 300), refunded('a', 200), refunded('a', 101)]],
    ['enters a refund twice', 4, [...held, settled('a', 300), refunded('a', 100), refunded('a', 100)]],
    [
      'enters a refund twice',
      6,
      [
        ...[...held, settled('a', 300), refunded('a', 100, 'r')],
        ...[reserved('b', 50), settled('b', 50), refunded('b', 50, 'r')],
      ],
    ],
    ['makes the balance negative', 1, [granted(), reserved('a', 1_001)]],
    ['has postings of another kind or amount', 0, [granted(5, { postings: move(6, 'grants', 'available') })]],
    ['has postings of another kind or amount', 0, [granted(5, { postings: move(5, 'refunds', 'available') })]],
    ['has postings that do not sum to zero', 0, [granted(5, { postings: [{ account: 'available', units: 5 }] })]],
    ['has an amount that is no whole number of units', 0, [granted(-1)]],
    ['has an amount that is no whole number of units', 0, [granted(0.5, { postings: move(1, 'grants', 'available') })]],
    ['has an amount that is no whole number of units', 0, [purchased('p', -1)]],
  ])('%s', (reason, revision, entries) => {
    expect(badOf(...entries)).toEqual({ revision: BigInt(revision), reason });
  });

  it('lacks the form of an entry', () => {
    const posting = (account: string, units: unknown) => ({ postings: [{ account, units }] }) as never;
    const bad = (data: unknown, type = 'ZapsGranted') => verifyWallet(OWNER, [recorded({ type, data }, 0)]).bad?.reason;
    expect(bad({}, 'SceneAdded')).toBe("'SceneAdded' is not a ledger entry");
    expect([bad(null), bad({}), bad({ postings: 'none' })]).toEqual(Array(3).fill('has no postings'));
    const nowhere = 'posts to an account that there is not';
    expect([bad({ postings: [null] }), bad(posting('savings', 1))]).toEqual([nowhere, nowhere]);
    const fraction = 'has a posting that is no integer';
    expect([bad(posting('held', 0.5)), bad(posting('held', '5'))]).toEqual([fraction, fraction]);
  });

  it('has another content, place or owner than before', () => {
    const [first, second] = logOf(granted(), purchased('p', 5)) as [RecordedEvent, RecordedEvent];
    const reasonOf = (change: Partial<RecordedEvent>) => verifyWallet(OWNER, [first, { ...second, ...change }]).bad;
    const other = { ...second.metadata, ownerId: '22222222-2222-4222-8222-222222222222' };
    const elsewhere = chain(purchased('p', 5), genesisHash(OWNER), NOW);
    const changed = { ...(second.data as object), sandbox: false };
    const later = { ...second.metadata, at: '2026-03-02T00:00:00.000Z' };
    expect(reasonOf({ metadata: other })?.reason).toBe('says that it belongs to somebody else');
    expect(reasonOf({ data: elsewhere.data })?.reason).toBe('does not follow the entry before it');
    expect(reasonOf({ data: changed })?.reason).toBe('was changed after it was written');
    expect(reasonOf({ metadata: later })?.reason).toBe('has another time than its hash says');
    expect(reasonOf({ revision: 3n })).toEqual({ revision: 1n, reason: 'is missing' });
    expect(reasonOf({ revision: 0n })).toEqual({ revision: 0n, reason: 'comes a second time' });
  });
});

describe('after the first wrong entry', () => {
  it('ignores the rest', () => {
    const proof = new WalletProof(OWNER);
    const [first, again] = logOf(granted(), granted()) as [RecordedEvent, RecordedEvent];
    expect([proof.add(first), proof.add(again)]).toEqual([true, false]);
    const { bad, lastHash } = proof;
    const [, next] = logOf(granted(), purchased('p', 5)) as [RecordedEvent, RecordedEvent];
    expect(proof.add(next)).toBe(false);
    expect(proof).toMatchObject({ bad, lastHash, entries: 1, accounts: { available: 1_000, purchases: 0 } });
  });
});
