import { toUnits } from '@storyreel/contracts';
import { NOW, OWNER, stateOf } from '../../../testing/given-when-then';
import { after, buy, grant, history, refund, release, reserve, settle } from '../../../testing/ledger/wallet-steps';
import { findHold, openHolds } from './hold-book';
import type { WalletEvent } from './wallet-entry';
import { chargedBy } from './refund-charge';
import { bulkCount, walletAggregate } from './wallet';

const NEXT_DAY = '2026-03-02T00:00:00.000Z';
const ids = (count: number) => Array.from({ length: count }, (_, index) => `old-${index}`);

describe('the memory of a wallet', () => {
  it('has the newest thousand purchases', () => {
    const event = history(buy('new', 100))[0] as WalletEvent;
    const about = { at: NOW, ownerId: OWNER, revision: 0n, commandId: 'command' };
    const grown = (purchases: string[]) =>
      walletAggregate.evolve({ ...walletAggregate.initial, purchases }, event, about).purchases;
    expect(grown(ids(2))).toEqual(['old-0', 'old-1', 'new']);
    const full = grown(ids(1_000));
    expect([full.length, full[0], full.at(-1)]).toEqual([1_000, 'old-1', 'new']);
  });

  it('has the newest two hundred refunds, and the position up to which others are evicted', () => {
    const event = history(grant(), reserve('h', 4), settle('h'), refund('h', 1, { id: 'new' })).at(-1) as WalletEvent;
    const about = { at: NOW, ownerId: OWNER, revision: 500n, commandId: 'command' };
    const grown = (count: number) => {
      const known = ids(count).map((refundId, revision) => ({
        refundId,
        holdId: 'h',
        units: 1,
        reason: 'r',
        revision,
      }));
      const refunds = { newest: known, forgotten: -1 };
      return walletAggregate.evolve({ ...walletAggregate.initial, refunds }, event, about).refunds;
    };
    const few = grown(2);
    expect(few.newest.map(({ refundId }) => refundId)).toEqual(['old-0', 'old-1', 'new']);
    expect(few.newest.at(-1)).toEqual({
      refundId: 'new',
      holdId: 'h',
      units: 10_000,
      reason: 'Blurred',
      revision: 500,
    });
    expect(few.forgotten).toBe(-1);
    const full = grown(200);
    expect([full.newest.length, full.newest[0]?.refundId, full.forgotten]).toEqual([200, 'old-1', 0]);
  });

  it('has its open holds, and the newest hundred closed ones', () => {
    const { holds } = after(
      grant(),
      reserve('aa', 4),
      reserve('ab', 2),
      reserve('b', 4),
      settle('aa', 3),
      release('ab'),
    );
    expect(openHolds(holds).map(([id, { units }]) => [id, units])).toEqual([['b', toUnits(4)]]);
    const kept = { requestHash: 'hash' };
    expect(holds.closed).toStrictEqual([
      { holdId: 'aa', status: 'settled', closedAt: 4, units: toUnits(4), charged: toUnits(3), ...kept },
      { holdId: 'ab', status: 'released', closedAt: 5, units: toUnits(2), ...kept },
    ]);
    expect([findHold(holds, 'aa'), findHold(holds, 'zz')]).toEqual([holds.closed[0], undefined]);
    expect(after(grant(), reserve('a', 4), settle('a')).holds.closed[0]).not.toHaveProperty('charged');

    const events = history(grant(), ...ids(101).flatMap((id) => [reserve(id, 0), settle(id)]));
    const all = stateOf(walletAggregate, events.slice(0, -1)).holds;
    expect([all.closed.length, all.forgotten]).toEqual([100, -1]);
    const full = stateOf(walletAggregate, events).holds;
    expect([full.closed.length, full.closed[0]?.holdId, full.forgotten]).toEqual([100, 'old-1', 2]);
  });

  it('has the refunds of a charge that it remembers', () => {
    const two = [grant(), reserve('h', 4), settle('h', 3), reserve('i', 2), settle('i'), reserve('j', 1), release('j')];
    const state = after(...two, refund('h', 1), refund('h', 0.5));
    expect(chargedBy(state, 'h')).toEqual({ charged: toUnits(3), refunded: toUnits(1.5) });
    expect(chargedBy(state, 'i')).toEqual({ charged: toUnits(2), refunded: 0 });
    expect(chargedBy(after(grant(), reserve('h', 4)), 'h')).toBeNull();
    expect([chargedBy(state, 'j'), chargedBy(state, 'unknown')]).toEqual([null, null]);
    // A refund of a released or evicted hold changes no hold.
    const [given] = history(...two, refund('h', 1)).slice(-1) as [Extract<WalletEvent, { type: 'ZapsRefunded' }>];
    const about = { at: NOW, ownerId: OWNER, revision: 9n, commandId: 'command' };
    for (const holdId of ['j', 'unknown']) {
      const event = { ...given, data: { ...given.data, holdId } };
      expect(walletAggregate.evolve(state, event, about).holds).toBe(state.holds);
    }
  });

  it('has the number of covered generations of a day, unchanged by later days and paid ones', () => {
    const bulk = (id: string, now = NOW) => reserve(id, 4, { bulk: true, now });
    expect(after(grant(), bulk('a'), bulk('b')).bulk).toEqual({ day: '2026-03-01', count: 2 });
    expect(bulkCount(after(grant(), bulk('a')), '2026-03-02')).toBe(0);
    expect(after(grant(), bulk('a'), bulk('b', NEXT_DAY)).bulk).toEqual({ day: '2026-03-02', count: 1 });
    const late = after(grant(), bulk('a'), bulk('b', NEXT_DAY), release('a', NEXT_DAY));
    expect(late.bulk).toEqual({ day: '2026-03-02', count: 1 });
    expect(after(grant(), bulk('a'), release('a')).bulk).toEqual({ day: '2026-03-01', count: 0 });
    expect(after(grant(), bulk('a'), reserve('b', 4), release('b')).bulk.count).toBe(1);
    expect(after(grant(), reserve('b', 4), release('b')).bulk).toEqual({ day: '', count: 0 });
  });
});
