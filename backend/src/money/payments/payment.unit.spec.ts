import { given, OWNER, stateOf } from '../../testing/given-when-then';
import { decideReport, dueUnits, paymentAggregate, returnedMoney } from './payment';
import type { PaymentEvent, PaymentReport, ProviderIds } from './payment';

const price = { amount: 3999, currency: 'usd' };
const ids: ProviderIds = { sessionId: 'cs_1', paymentId: 'pi_1' };
const other: ProviderIds = { sessionId: 'cs_2', paymentId: 'pi_2' };
const begun: PaymentEvent[] = [
  { type: 'CheckoutStarted', data: { userId: OWNER, zaps: 500, price, provider: 'stripe' } },
  { type: 'CheckoutOpened', data: { sessionId: 'cs_1' } },
];
const confirmed: PaymentEvent = { type: 'PaymentConfirmed', data: { ...ids, userId: OWNER, zaps: 500, paid: price } };
const held: PaymentEvent = { type: 'PaymentHeld', data: { ...ids, paid: price, reason: 'It differs.' } };
const told =
  (report: PaymentReport) =>
  (...past: PaymentEvent[]) =>
    given(paymentAggregate, [...begun, ...past]).when((state, environment) => decideReport(report, state, environment));
const paid = (by = ids, amount = price) => told({ what: 'paid', ids: by, paid: amount });
const returned = (paymentId: string, amount = price.amount) =>
  ({ ids: { sessionId: null, paymentId }, returned: { ...price, amount }, reason: 'Refunded.' }) as const;
const refunded = (...of: Parameters<typeof returned>) => told({ what: 'returned', ...returned(...of) });
const refund = (...of: Parameters<typeof returned>): PaymentEvent => {
  const { ids: by, ...data } = returned(...of);
  return { type: 'PaymentReturned', data: { ...by, ...data } };
};

describe('a payment reported again', () => {
  it.each([
    ['confirmed', confirmed],
    ['held', held],
  ])('changes nothing when it was %s', (_, event) => {
    paid()(event).then([]);
  });

  it('is identified by its session where it names no payment', () => {
    paid({ ...ids, paymentId: null })(confirmed).then([]);
  });
});

describe('another payment for a checkout', () => {
  it.each([
    ['credited', confirmed, 'This checkout was paid before: pi_1 (zaps added).'],
    ['held', held, 'This checkout was paid before: pi_1 (held).'],
  ])('is held for a person once when the first was %s', (_, first, reason) => {
    const second: PaymentEvent = { type: 'PaymentHeld', data: { ...other, paid: price, reason } };
    paid(other)(first).then([second]);
    paid(other)(first, second).then([]);
    paid()(first, second).then([]);
  });

  it('in the same session is held too', () => {
    const sameSession = { ...ids, paymentId: 'pi_2' };
    const reason = 'This checkout was paid before: pi_1 (zaps added).';
    paid(sameSession)(confirmed).then([{ type: 'PaymentHeld', data: { ...sameSession, paid: price, reason } }]);
  });

  it('says of a third payment how both before it ended', () => {
    const second: PaymentEvent = { type: 'PaymentHeld', data: { ...other, paid: price, reason: 'Second.' } };
    const third = { sessionId: 'cs_3', paymentId: 'pi_3' };
    const reason = 'This checkout was paid before: pi_1 (zaps added), pi_2 (held).';
    paid(third)(confirmed, second).then([{ type: 'PaymentHeld', data: { ...third, paid: price, reason } }]);
  });

  it('is refunded by itself, whatever was refunded of the first', () => {
    refunded('pi_2')(confirmed, refund('pi_1')).then([refund('pi_2')]);
    refunded('pi_2', 1000)(confirmed, refund('pi_1')).then([refund('pi_2', 1000)]);
    refunded('pi_1')(confirmed, refund('pi_1', 1000), refund('pi_2')).then([refund('pi_1')]);
    refunded('pi_1')(confirmed, refund('pi_1'), refund('pi_2')).then([]);
  });
});

describe('a failed return, and a closed dispute', () => {
  const failed = (amount: number) =>
    told({ what: 'return_failed', ids, failed: { ...price, amount }, refundId: 're_1', reason: 'It failed.' });
  const failure = (amount: number): PaymentEvent => {
    const data = { ...ids, refundId: 're_1', returned: { ...price, amount }, reason: 'It failed.' };
    return { type: 'PaymentReturnFailed', data };
  };

  it('deducts the failed part from what was returned, once, and can be returned again', () => {
    failed(1000)(confirmed, refund('pi_1')).then([failure(2999)]);
    failed(1000)(confirmed, refund('pi_1'), failure(2999)).then([]);
    refunded('pi_1')(confirmed, refund('pi_1'), failure(2999)).then([refund('pi_1')]);
  });

  it.each(['won', 'lost'] as const)('is recorded once when it was %s', (outcome) => {
    const closed = told({ what: 'dispute_closed', ids, disputeId: 'dp_1', disputed: price, outcome, reason: 'Over.' });
    const over: PaymentEvent = {
      type: 'PaymentDisputeClosed',
      data: { ...ids, disputeId: 'dp_1', outcome, reason: 'Over.', disputed: price },
    };
    closed(confirmed).then([over]);
    closed(confirmed, over).then([]);
  });
});

describe('a refund or dispute without a purchase here', () => {
  const dispute = (amount = price.amount): PaymentEvent => ({
    type: 'PaymentDisputed',
    data: { sessionId: null, paymentId: 'pi_1', disputeId: 'dp_1', disputed: { ...price, amount }, reason: 'fraud' },
  });
  const closed = (outcome: 'won' | 'lost', more: object = {}): PaymentEvent => ({
    type: 'PaymentDisputeClosed',
    data: { sessionId: null, paymentId: 'pi_1', disputeId: 'dp_1', outcome, reason: 'Over.', ...more },
  });
  it.each<[string, PaymentEvent[], { gone: number; disputed: number; wasTold: boolean }]>([
    ['zero at first', [], { gone: 0, disputed: 0, wasTold: false }],
    ['a refund', [refund('pi_1', 1000)], { gone: 1000, disputed: 0, wasTold: true }],
    ['the newest total of refunds', [refund('pi_1', 1000), refund('pi_1')], { gone: 3999, disputed: 0, wasTold: true }],
    ['not a refund of another payment', [refund('pi_2')], { gone: 0, disputed: 0, wasTold: false }],
    ['an open dispute not yet', [dispute()], { gone: 0, disputed: 3999, wasTold: true }],
    ['a lost dispute', [dispute(900), closed('lost')], { gone: 900, disputed: 0, wasTold: true }],
    [
      'a lost one that was reported first',
      [closed('lost', { disputed: price })],
      { gone: 3999, disputed: 0, wasTold: true },
    ],
    ['an old lost one without an amount', [closed('lost')], { gone: 3999, disputed: 0, wasTold: true }],
    ['not a won dispute', [dispute(), closed('won')], { gone: 0, disputed: 0, wasTold: true }],
    ['not more than was paid', [refund('pi_1'), dispute(), closed('lost')], { gone: 3999, disputed: 0, wasTold: true }],
  ])('is %s', (_, events, expected) => {
    const state = stateOf(paymentAggregate, [...begun, confirmed, ...events]);
    const money = returnedMoney(state);
    expect(money).toEqual({ paid: price, ...expected });
    expect(money && dueUnits(state.asked, money)).toBe(Math.round((5_000_000 * expected.gone) / 3999));
  });

  it('is ignored for a payment that added no zaps', () => {
    expect(returnedMoney(stateOf(paymentAggregate, [...begun, held, refund('pi_1')]))).toBeNull();
  });
});

describe('an amount that differs', () => {
  it.each([
    ['eur', 600, '6.00 EUR'],
    ['jpy', 6_000, '6000 JPY'],
    ['krw', 50_000, '50000 KRW'],
    ['kwd', 5_120, '5.120 KWD'],
    ['huf', 104_500, '1045.00 HUF'],
    ['isk', 60_000, '600.00 ISK'],
    ['ugx', 600_000, '6000.00 UGX'],
    ['zzz', 600, '6.00 ZZZ'],
  ])('is written with the decimals of its currency: %s', (currency, amount, words) => {
    const differs = { amount, currency };
    const reason = `${words} was paid, but the price was 39.99 USD.`;
    paid(ids, differs)().then([{ type: 'PaymentHeld', data: { ...ids, paid: differs, reason } }]);
  });
});
