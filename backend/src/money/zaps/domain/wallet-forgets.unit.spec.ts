import { toUnits } from '@storyreel/contracts';
import { given, OWNER, stateOf, testEnvironment } from '../../../testing/given-when-then';
import { grant, history, purpose, refund, release, reserve, settle } from '../../../testing/ledger/wallet-steps';
import { chargeOf, Evicted, holdIn, holdOf, NO_REFUNDS, refundsIn, withHistoryLookup, withRefund } from './hold-book';
import type { HoldEvent, HoldHistory } from './hold-book';
import { chargedBy } from './refund-charge';
import { decideReserve, decideSettle } from './hold-zaps';
import { walletAggregate, walletRemembering } from './wallet';

const NEXT_DAY = '2026-03-02T00:00:00.000Z';

describe('a wallet that has evicted a hold', () => {
  const forgetful = walletRemembering({ holds: 1, refunds: 1, purchases: 1 });
  const events = history(
    ...[grant(), reserve('a', 4), settle('a', 3), refund('a', 1, { id: 'r1' }), reserve('b', 4), settle('b')],
    ...[reserve('c', 4), release('c')],
  );
  const state = stateOf(forgetful, events);
  const upTo = events.length - 1;
  const entries = events.map((entry, revision) => ({ entry: entry as HoldEvent, revision }));
  const recalled = (holdId: string, { until = upTo, refunds = true } = {}): HoldHistory => {
    const read = entries.filter(({ entry }) => refunds || entry.type !== 'ZapsRefunded').slice(0, until + 1);
    return {
      hold: holdIn(read, holdId),
      upTo: until,
      refundsUpTo: refunds ? until : 2,
      refunds: refundsIn(read, holdId),
    };
  };
  const asked = { userId: OWNER, holdId: 'a', price: { units: 5, usd: 0, version: 'v' }, purpose, deadline: NEXT_DAY };
  const reserving = (holdId: string, told?: HoldHistory) =>
    decideReserve({ ...asked, holdId, bulk: false }, state, testEnvironment(), told);

  it('reserves nothing before the history lookup, and nothing twice', () => {
    expect(state.holds.forgotten).toBe(5);
    for (const told of [undefined, recalled('d', { until: 4 })]) expect(() => reserving('d', told)).toThrow(Evicted);
    expect(reserving('d', recalled('d', { until: 5 }))).toHaveLength(1);
    expect(() => reserving('a')).toThrow(expect.objectContaining({ what: 'hold', since: 5 }));
    expect(reserving('a', recalled('a'))).toEqual([]);
    expect(reserving('c')).toEqual([]);
    // A history that was read while the hold was still open does not cover the hold's eviction.
    expect(() => reserving('b', recalled('b', { until: 4 }))).toThrow(Evicted);
  });

  it('settles and releases no closed hold', () => {
    const over = { userId: OWNER, holdId: 'a' };
    expect(decideSettle(over, state, testEnvironment())).toEqual([]);
    given(forgetful, events).when(release('a')).then([]);
  });

  it('refunds the rest of the charge, whichever of its refunds it remembers', () => {
    const later = stateOf(forgetful, [...events, ...refund('b', 1)(stateOf(walletAggregate, events))]);
    const told = recalled('a', { refunds: false });
    expect(chargedBy(state, 'a', told)).toEqual({ charged: toUnits(3), refunded: toUnits(1) });
    expect(chargedBy(later, 'a', recalled('a'))).toEqual({ charged: toUnits(3), refunded: toUnits(1) });
    expect(() => chargedBy(later, 'a', told)).toThrow(expect.objectContaining({ what: 'refunds', since: 3 }));
    expect(chargeOf(undefined, NO_REFUNDS)).toBeNull();
    const other = withRefund(NO_REFUNDS, { refundId: 'x', holdId: 'x', units: 7, reason: 'r', revision: 6 }, 2);
    expect(chargeOf(told.hold, other, told)).toEqual({ charged: toUnits(3), refunded: 0 });
  });

  it('does not repeat a refund that it has evicted', () => {
    const more = [...events, ...refund('b', 1, { id: 'r2' })(stateOf(walletAggregate, events))];
    const later = stateOf(forgetful, more);
    const again = (told?: HoldHistory, zaps = 1) =>
      refund('a', zaps, { id: 'r1', recalled: told && { ...told, upTo: more.length, refundsUpTo: more.length } })(
        later,
      );
    expect(() => again()).toThrow(Evicted);
    expect(() => refund('a', 1, { id: 'r1', recalled: recalled('a', { refunds: false }) })(later)).toThrow(
      expect.objectContaining({ what: 'refunds', since: 3 }),
    );
    expect(again(recalled('a'))).toEqual([]);
    expect(() => again(recalled('a'), 2)).toThrow(expect.objectContaining({ code: 'idempotency_key_reused' }));
  });

  it('gets the requested lookups, and refuses as too busy when they never suffice', async () => {
    const decide = (told?: HoldHistory) => Promise.resolve(holdOf(state.holds, 'a', told)?.status);
    expect(await withHistoryLookup(() => Promise.resolve(recalled('a')), decide)).toBe('settled');
    const late = { hold: undefined, upTo: 0, refundsUpTo: 0, refunds: [] };
    await expect(withHistoryLookup(() => Promise.resolve(late), decide)).rejects.toMatchObject({ code: 'conflict' });
    const failing = () => Promise.reject(new Error('else'));
    await expect(withHistoryLookup(() => Promise.resolve(late), failing)).rejects.toThrow('else');
  });
});
