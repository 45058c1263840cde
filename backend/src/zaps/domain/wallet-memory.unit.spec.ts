import { BULK_IMAGES_PER_DAY, toUnits } from '@storyreel/contracts';
import { userContext } from '../../platform/commands/command-context';
import { DomainError } from '../../platform/domain/domain-error';
import { given, NOW, OWNER, stateOf, testEnvironment } from '../../testing/given-when-then';
import { recorded } from '../../testing/view-spec';
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
} from '../../testing/ledger/wallet-steps';
import { budgetedProjects } from './budgets';
import { findHold, openHolds } from './hold-book';
import { sumOf, type WalletEvent } from './ledger-entry';
import { chargedBy, decideRefund, RefundCharge } from './refund-charge';
import { decideReserve } from './reserve-zaps';
import { decideSettle } from './settle-hold';
import { NO_SPENDING, spend } from './spending';
import { verifyWallet } from './verify-wallet';
import { bulkCount, walletAggregate } from './wallet';

const NEXT_DAY = '2026-03-02T00:00:00.000Z';
const PROJECT = '22222222-2222-4222-8222-222222222222';
const ids = (count: number) => Array.from({ length: count }, (_, index) => `old-${index}`);
const last = (events: WalletEvent[]) => events.at(-1)?.data;

describe('what a wallet remembers', () => {
  it('are the newest thousand purchases', () => {
    const event = history(buy('new', 100))[0] as WalletEvent;
    const about = { at: NOW, ownerId: OWNER, revision: 0n, commandId: 'command' };
    const grown = (purchases: string[]) =>
      walletAggregate.evolve({ ...walletAggregate.initial, purchases }, event, about).purchases;
    expect(grown(ids(2))).toEqual(['old-0', 'old-1', 'new']);
    const full = grown(ids(1_000));
    expect([full.length, full[0], full.at(-1)]).toEqual([1_000, 'old-1', 'new']);
  });

  it('are the newest two hundred refunds, and up to where others are forgotten', () => {
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

  it('are its open holds, and the newest hundred that were closed', () => {
    const { holds } = after(
      grant(),
      reserve('aa', 4),
      reserve('ab', 2),
      reserve('b', 4),
      settle('aa', 3),
      release('ab'),
    );
    expect(openHolds(holds).map(([id, { units }]) => [id, units])).toEqual([['b', toUnits(4)]]);
    const kept = { price: expect.objectContaining({ version: 'v' }), requestHash: 'hash' };
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

  it('is what was refunded of a charge that it remembers', () => {
    const two = [grant(), reserve('h', 4), settle('h', 3), reserve('i', 2), settle('i'), reserve('j', 1), release('j')];
    const state = after(...two, refund('h', 1), refund('h', 0.5));
    expect(chargedBy(state, 'h')).toEqual({ charged: toUnits(3), refunded: toUnits(1.5) });
    expect(chargedBy(state, 'i')).toEqual({ charged: toUnits(2), refunded: 0 });
    expect(chargedBy(after(grant(), reserve('h', 4)), 'h')).toBeNull();
    expect([chargedBy(state, 'j'), chargedBy(state, 'unknown')]).toEqual([null, null]);
    // A refund of what was released, or of what is not remembered, changes no hold.
    const [given] = history(...two, refund('h', 1)).slice(-1) as [Extract<WalletEvent, { type: 'ZapsRefunded' }>];
    const about = { at: NOW, ownerId: OWNER, revision: 9n, commandId: 'command' };
    for (const holdId of ['j', 'unknown']) {
      const event = { ...given, data: { ...given.data, holdId } };
      expect(walletAggregate.evolve(state, event, about).holds).toBe(state.holds);
    }
  });

  it('is how many generations of a day were covered, which later days and paid ones do not change', () => {
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

describe('a reservation', () => {
  const asked = {
    userId: OWNER,
    holdId: 'h',
    price: { units: 5, usd: 0.1, version: 'v' },
    purpose,
    deadline: NEXT_DAY,
  };

  it('says all that its settlement needs', () => {
    const [event] = decideReserve({ ...asked, bulk: false }, after(grant()), testEnvironment());
    expect(event).toMatchObject({
      type: 'ZapsReserved',
      data: {
        holdId: 'h',
        price: asked.price,
        purpose,
        units: 5,
        deadline: NEXT_DAY,
        bulkDay: null,
        at: NOW,
        postings: [
          { account: 'available', units: -5 },
          { account: 'held', units: 5 },
        ],
      },
    });
    const state = stateOf(walletAggregate, [...history(grant()), event as WalletEvent]);
    expect(findHold(state.holds, 'h')).toEqual({
      status: 'open',
      units: 5,
      price: asked.price,
      purpose,
      requestHash: 'hash',
      deadline: NEXT_DAY,
      reservedAt: NOW,
      bulkDay: null,
    });
  });

  it('takes the last zap, and says what is missing of more', () => {
    expect(after(grant(), reserve('all', 100)).accounts.available).toBe(0);
    expect(() => reserve('more', 100.5)(after(grant()))).toThrow('Insufficient zaps. Need 100.5, have 100');
  });

  it('is paid once the day’s allowance is used up, and not before', () => {
    const day = Array.from({ length: BULK_IMAGES_PER_DAY - 1 }, (_, n) => reserve(`bulk-${n}`, 4, { bulk: true }));
    const bulkDays = (count: number) =>
      history(grant(), ...day, ...[reserve('x', 4, { bulk: true }), reserve('y', 4, { bulk: true })].slice(0, count));
    expect(last(bulkDays(1))).toMatchObject({ units: 0, bulkDay: '2026-03-01' });
    expect(last(bulkDays(2))).toMatchObject({ units: toUnits(4), bulkDay: null });
  });
});

describe('a settlement', () => {
  const state = after(grant(), reserve('h', 4));
  const settlement = (data: { usd?: number; units?: number }) =>
    decideSettle({ userId: OWNER, holdId: 'h', ...data }, state, testEnvironment())[0]?.data;

  it('charges what was used, never more than was held and never less than nothing', () => {
    expect(settlement({})).toMatchObject({ units: toUnits(4), usd: 0.1, priceVersion: 'v', purpose, holdId: 'h' });
    expect(settlement({ usd: 0 })).toMatchObject({ usd: 0 });
    expect(settlement({ units: toUnits(5) })).toMatchObject({ units: toUnits(4) });
    expect(settlement({ units: -1 })).toMatchObject({ units: 0 });
    expect(settlement({ units: toUnits(1) })?.postings).toEqual([
      { account: 'held', units: toUnits(-1) },
      { account: 'revenue', units: toUnits(1) },
      { account: 'held', units: toUnits(-3) },
      { account: 'available', units: toUnits(3) },
    ]);
    expect(settlement({})?.postings).toHaveLength(2);
  });

  it('and a release say what they end', () => {
    expect(last(history(grant(), reserve('h', 4), release('h')))).toMatchObject({
      holdId: 'h',
      reason: 'failed',
      units: toUnits(4),
      purpose,
      bulkDay: null,
    });
  });
});

describe('what comes in', () => {
  it('says what it is', () => {
    expect(history(grant())[0]).toMatchObject({
      type: 'ZapsGranted',
      data: { reason: 'sign_up', units: toUnits(100), prevHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(history(buy('p', 500))[0]).toMatchObject({
      type: 'ZapsPurchased',
      data: { purchaseId: 'p', units: toUnits(500), sandbox: true, paidUsd: expect.any(Number) },
    });
    expect(after(grant()).granted).toBe(true);
  });
});

describe('spending', () => {
  it('counts in its month, and in no newer one', () => {
    const march = spend(NO_SPENDING, NOW, PROJECT, 5);
    expect(march).toEqual({ month: '2026-03', units: 5, projects: { [PROJECT]: 5 } });
    expect(spend(march, NOW, PROJECT, 2)).toEqual({ month: '2026-03', units: 7, projects: { [PROJECT]: 7 } });
    expect(spend(march, NOW, null, 2)).toEqual({ month: '2026-03', units: 7, projects: { [PROJECT]: 5 } });
    expect(spend(march, '2026-02-28T23:59:59.999Z', PROJECT, 2)).toBe(march);
    expect(spend(march, '2026-04-01T00:00:00.000Z', PROJECT, 0)).toBe(march);
    expect(spend(march, '2026-04-01T00:00:00.000Z', null, 3)).toEqual({ month: '2026-04', units: 3, projects: {} });
  });

  it('is less by what a hold did not use, once', () => {
    const project = { projectId: PROJECT };
    const spending = (...steps: Parameters<typeof after>) =>
      after(grant(), reserve('h', 6, project), ...steps).spending;
    expect(spending()).toEqual({ month: '2026-03', units: toUnits(6), projects: { [PROJECT]: toUnits(6) } });
    expect(spending(settle('h', 2)).projects).toEqual({ [PROJECT]: toUnits(2) });
    expect(spending(release('h')).units).toBe(0);
    expect(spending(settle('h'), refund('h', 4, project)).projects).toEqual({ [PROJECT]: toUnits(2) });
  });
});

describe('budgets', () => {
  it('are those of projects and of the person, and a changed one is not noted yet', () => {
    const both = after(
      grant(),
      budget(10),
      budget(20, { projectId: PROJECT }),
      reserve('a', 9, { projectId: PROJECT }),
    );
    expect(budgetedProjects(both.budgets)).toEqual([PROJECT]);
    expect(both.budgets).toEqual({
      person: { monthlyUnits: toUnits(10), neared: '2026-03' },
      [PROJECT]: { monthlyUnits: toUnits(20), neared: null },
    });
    const [noted] = history(grant(), budget(10), reserve('a', 9), budget(null)).slice(-2);
    const unset = stateOf(walletAggregate, [noted as WalletEvent]);
    expect(unset.budgets).toEqual({});
  });

  it('refuse one zap in the singular, and say that nothing is left of what is overspent', () => {
    const spent = after(grant(), budget(10), reserve('a', 9), budget(3));
    expect(() => reserve('b', 1)(spent)).toThrow('This needs 1 zap, and your monthly budget has 0 of 3 zaps left.');
  });

  it('set to what they are do nothing, and say who set them to what', () => {
    expect(last(history(budget(10)))).toMatchObject({ scope: 'person', monthlyUnits: toUnits(10), by: OWNER });
    given(walletAggregate, history(budget(10)))
      .when(budget(10, { projectId: PROJECT }))
      .thenState(({ budgets }) => expect(Object.keys(budgets)).toHaveLength(2));
  });
});

describe('a refund', () => {
  const charged = [grant(), reserve('h', 4), settle('h')];

  it('says what can still be given back', () => {
    expect(() => refund('h', 2)(after(...charged, refund('h', 2.5)))).toThrow(
      'Only 1.5 zaps of this charge can still be refunded.',
    );
    expect(() => refund('h', 1)(after(...charged, refund('h', 4)))).toThrow(
      'Nothing of this charge is left to refund.',
    );
  });

  it('with the id of another one is told from it by its charge, too', () => {
    const two = history(...charged, reserve('i', 4), settle('i'), refund('h', 2, { id: 'r' }));
    given(walletAggregate, two)
      .when(refund('i', 2, { id: 'r' }))
      .refused('idempotency_key_reused');
  });

  it('says whose charge it gives back how much of', () => {
    expect(last(history(...charged, refund('h', 2, { id: 'r' })))).toMatchObject({
      refundId: 'r',
      units: toUnits(2),
      purpose,
      reservedAt: NOW,
      postings: [
        { account: 'refunds', units: toUnits(-2) },
        { account: 'available', units: toUnits(2) },
      ],
    });
  });
});

describe('what holds and budgets are not there', () => {
  it('changes nothing', () => {
    given(walletAggregate, history(grant())).when(release('unknown')).then([]);
    const [event] = history(grant(), reserve('h', 4), release('h')).slice(-1);
    const about = { at: NOW, ownerId: OWNER, revision: 3n, commandId: 'command' };
    const other = after(grant(), reserve('other', 4));
    expect(walletAggregate.evolve(other, event as WalletEvent, about).spending).toEqual(other.spending);
  });

  it('refuses no free work, and notes nothing of it', () => {
    const overspent = [grant(), budget(10), reserve('a', 9), budget(3)];
    const bulk = history(...overspent, reserve('bulk', 4, { bulk: true }));
    expect(bulk.slice(-1)).toMatchObject([{ type: 'ZapsReserved', data: { units: 0 } }]);
    expect(bulk).toHaveLength(history(...overspent).length + 1);
  });
});

describe('a reservation that all but spends two budgets', () => {
  it('notes both, in one chain', () => {
    const project = { projectId: PROJECT };
    const events = history(grant(), budget(10), budget(10, project), reserve('a', 9, project));
    expect(events.map(({ type }) => type).slice(-3)).toEqual(['ZapsReserved', 'ZapBudgetNeared', 'ZapBudgetNeared']);
    expect(
      verifyWallet(
        OWNER,
        events.map((event, index) => recorded(event, index)),
      ).bad,
    ).toBeNull();
  });
});

describe('a refund with a known id', () => {
  it('and another reason is another refund', () => {
    const state = after(grant(), reserve('h', 4), settle('h'), refund('h', 2, { id: 'r' }));
    const data = {
      refundId: 'r',
      holdId: 'h',
      units: toUnits(2),
      reason: 'Late',
      purpose,
      reservedAt: NOW,
      by: 'finance',
    };
    const command = new RefundCharge(OWNER, data, userContext(OWNER, { commandId: 'command' }));
    expect(() => decideRefund(command, state, testEnvironment())).toThrow(DomainError);
  });
});

it('postings are summed up with their signs', () => {
  expect(
    sumOf([
      { account: 'held', units: 5 },
      { account: 'revenue', units: -2 },
    ]),
  ).toBe(3);
});
