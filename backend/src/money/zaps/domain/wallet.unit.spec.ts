import fc from 'fast-check';
import { BULK_IMAGES_PER_DAY, toUnits } from '@storyreel/contracts';
import { given, NOW, OWNER, stateOf, testEnvironment } from '../../../testing/given-when-then';
import { throughSnapshots } from '../../../testing/through-snapshots';
import { recorded } from '../../../testing/view-spec';
import {
  after,
  budget,
  buy,
  grant,
  history,
  purpose,
  refund,
  release,
  reserve,
  settle,
  type Step,
} from '../../../testing/ledger/wallet-steps';
import { findHold, openHolds } from './hold-book';
import { decideReserve } from './hold-zaps';
import { verifyWallet } from './wallet-proof';
import { walletAggregate } from './wallet';

describe('a new wallet', () => {
  it('is granted 100 zaps, once', () => {
    expect(after(grant()).accounts.available).toBe(toUnits(100));
    given(walletAggregate, history(grant())).when(grant()).then([]);
  });

  it('refuses to reserve more than its balance [ZAPS-22]', () => {
    given(walletAggregate, []).when(reserve('hold', 1)).refused('insufficient_zaps');
  });
});

describe('a wallet with zaps', () => {
  it('adds a package, and the same purchase only once', () => {
    expect(after(grant(), buy('p', 500), buy('p', 500)).accounts.available).toBe(toUnits(600));
  });

  it('refuses an amount that is no package', () => {
    given(walletAggregate, []).when(buy('p', 101)).refused('bad_request');
  });

  it('holds a price, and spends it when it is settled [ZAPS-22]', () => {
    expect(after(grant(), reserve('h', 4)).accounts).toMatchObject({ available: toUnits(96), held: toUnits(4) });
    expect(after(grant(), reserve('h', 4), settle('h')).accounts).toMatchObject({
      available: toUnits(96),
      held: 0,
      revenue: toUnits(4),
    });
  });

  it('releases the rest of a hold when less was used', () => {
    expect(after(grant(), reserve('h', 4), settle('h', 1)).accounts).toMatchObject({ available: toUnits(99), held: 0 });
  });

  it('releases everything', () => {
    expect(after(grant(), reserve('h', 4), release('h')).accounts).toMatchObject({ available: toUnits(100), held: 0 });
  });

  it('does nothing when a hold is reserved, settled or released again', () => {
    const settled = history(grant(), reserve('h', 4), settle('h'));
    for (const step of [reserve('h', 4), settle('h'), release('h')])
      given(walletAggregate, settled).when(step).then([]);
    given(walletAggregate, settled).when(settle('unknown')).then([]);
  });
});

describe('bulk generations', () => {
  const day = Array.from({ length: BULK_IMAGES_PER_DAY }, (_, n) => reserve(`bulk-${n}`, 4, { bulk: true }));

  it('are free 60 times a day, each with an entry, and cost the single price after that [IMGJOB-29]', () => {
    const events = history(grant(), ...day);
    expect(events).toHaveLength(61);
    const state = stateOf(walletAggregate, events);
    expect(state.accounts).toMatchObject({ available: toUnits(100), held: 0 });
    const past = stateOf(walletAggregate, history(grant(), ...day, reserve('one-more', 4, { bulk: true })));
    expect(findHold(past.holds, 'one-more')?.units).toBe(toUnits(4));
  });

  it('free their place in the day when they fail', () => {
    const state = after(grant(), ...day, release('bulk-3'), reserve('again', 4, { bulk: true }));
    expect(findHold(state.holds, 'again')?.units).toBe(0);
  });

  it('start anew on the next day', () => {
    const tomorrow = testEnvironment({ now: '2026-03-02T00:00:00.000Z' });
    const price = { units: toUnits(4), usd: 0, version: 'v' };
    const data = { userId: OWNER, holdId: 'next', price, purpose, deadline: NOW, bulk: true };
    const [event] = decideReserve(data, after(grant(), ...day), tomorrow);
    expect(event?.data).toMatchObject({ units: 0, bulkDay: '2026-03-02' });
  });
});

describe('any history of a wallet', () => {
  const ids = fc.constantFrom('aa1', 'aa2', 'bb1', 'bb2', 'cc');
  const zaps = fc.integer({ min: 0, max: 60 });
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.constant(grant()),
    fc.tuple(ids, fc.constantFrom(100, 500)).map(([id, amount]) => buy(id, amount)),
    fc.tuple(ids, zaps, fc.boolean()).map(([id, amount, bulk]) => reserve(id, amount, { bulk })),
    fc.tuple(ids, fc.option(zaps, { nil: undefined })).map(([id, amount]) => settle(id, amount)),
    ids.map((id) => release(id)),
    fc.tuple(ids, fc.integer({ min: 1, max: 60 })).map(([id, amount]) => refund(id, amount)),
    fc.option(zaps).map((limit) => budget(limit)),
  );
  const steps = fc.array(step, { maxLength: 40 });

  it('has postings that sum to zero and never a negative balance', () => {
    fc.assert(
      fc.property(steps, (given) => {
        const { accounts, holds } = after(...given);
        expect(Object.values(accounts).reduce((sum, units) => sum + units, 0)).toBe(0);
        expect(accounts.available).toBeGreaterThanOrEqual(0);
        expect(openHolds(holds).reduce((sum, [, hold]) => sum + hold.units, 0)).toBe(accounts.held);
      }),
    );
  });

  it('is the same from snapshots as from events', () => {
    fc.assert(
      fc.property(steps, (given) => {
        const events = history(...given);
        expect(throughSnapshots(walletAggregate, events)).toEqual(stateOf(walletAggregate, events));
      }),
    );
  });

  it('is the same when every step is delivered twice', () => {
    fc.assert(
      fc.property(steps, (given) => {
        const twice = given.flatMap((each) => [each, each]);
        expect(history(...twice)).toEqual(history(...given));
      }),
    );
  });

  it('verifies, and any changed entry is named', () => {
    fc.assert(
      fc.property(steps, fc.nat(), (given, pick) => {
        const events = history(grant(), ...given).map((event, index) => recorded(event, index));
        expect(verifyWallet(OWNER, events).bad).toBeNull();
        const at = pick % events.length;
        const forged = events.map((event, index) =>
          index === at ? { ...event, data: { ...(event.data as object), at: '2020-01-01T00:00:00.000Z' } } : event,
        );
        expect(verifyWallet(OWNER, forged).bad?.revision).toBe(BigInt(at));
      }),
    );
  });

  it('does not verify with a missing entry, or for another owner', () => {
    const events = history(grant(), reserve('h', 4), settle('h')).map((event, index) => recorded(event, index));
    expect(verifyWallet(OWNER, [...events.slice(0, 1), ...events.slice(2)]).bad?.revision).toBe(1n);
    expect(verifyWallet('22222222-2222-4222-8222-222222222222', events).bad?.revision).toBe(0n);
  });
});
