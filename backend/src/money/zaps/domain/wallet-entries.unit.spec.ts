import { BULK_IMAGES_PER_DAY, toUnits } from '@storyreel/contracts';
import { userContext } from '../../../eventsourcing/commands/command-context';
import { DomainError } from '../../../lib/domain-error';
import { given, NOW, OWNER, stateOf, testEnvironment } from '../../../testing/given-when-then';
import {
  after,
  buy,
  grant,
  history,
  purpose,
  refund,
  release,
  reserve,
  settle,
} from '../../../testing/ledger/wallet-steps';
import { findHold } from './hold-book';
import { sumOf, type WalletEvent } from './wallet-entry';
import { decideRefund, RefundCharge } from './refund-charge';
import { decideReserve, decideSettle } from './hold-zaps';
import { walletAggregate } from './wallet';

const NEXT_DAY = '2026-03-02T00:00:00.000Z';
const last = (events: WalletEvent[]) => events.at(-1)?.data;

describe('a reservation', () => {
  const asked = {
    userId: OWNER,
    holdId: 'h',
    price: { units: 5, usd: 0.1, version: 'v' },
    purpose,
    deadline: NEXT_DAY,
  };

  it('holds everything that its settlement needs', () => {
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

  it('takes the last zap, and says how many are missing', () => {
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

  it('charges what was used, never more than was held and never less than zero', () => {
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

  it('and a release name the hold that they end', () => {
    expect(last(history(grant(), reserve('h', 4), release('h')))).toMatchObject({
      holdId: 'h',
      reason: 'failed',
      units: toUnits(4),
      purpose,
      bulkDay: null,
    });
  });
});

describe('an incoming entry', () => {
  it('names its source', () => {
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

describe('a refund', () => {
  const charged = [grant(), reserve('h', 4), settle('h')];

  it('says how much can still be refunded', () => {
    expect(() => refund('h', 2)(after(...charged, refund('h', 2.5)))).toThrow(
      'Only 1.5 zaps of this charge can still be refunded.',
    );
    expect(() => refund('h', 1)(after(...charged, refund('h', 4)))).toThrow(
      'Nothing of this charge is left to refund.',
    );
  });

  it('with the id of another one is distinguished by its charge, too', () => {
    const two = history(...charged, reserve('i', 4), settle('i'), refund('h', 2, { id: 'r' }));
    given(walletAggregate, two)
      .when(refund('i', 2, { id: 'r' }))
      .refused('idempotency_key_reused');
  });

  it('names the charge that it refunds, and the amount', () => {
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

describe('a refund with a known id', () => {
  it('but another reason is another refund', () => {
    const state = after(grant(), reserve('h', 4), settle('h'), refund('h', 2, { id: 'r' }));
    const data = {
      refundId: 'r',
      holdId: 'h',
      units: toUnits(2),
      reason: 'Late',
      purpose,
      priceVersion: 'v',
      reservedAt: NOW,
      by: 'finance',
    };
    const command = new RefundCharge(OWNER, data, userContext(OWNER, { commandId: 'command' }));
    expect(() => decideRefund(command, state, testEnvironment())).toThrow(DomainError);
  });
});

it('sums up postings with their signs', () => {
  expect(
    sumOf([
      { account: 'held', units: 5 },
      { account: 'revenue', units: -2 },
    ]),
  ).toBe(3);
});
