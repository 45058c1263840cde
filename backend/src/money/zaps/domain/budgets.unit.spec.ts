import { toUnits } from '@storyreel/contracts';
import { given } from '../../../testing/given-when-then';
import {
  after,
  budget,
  grant,
  history,
  refund,
  release,
  reserve,
  settle,
  type Step,
} from '../../../testing/ledger/wallet-steps';
import { walletAggregate } from './wallet';

const PROJECT = '22222222-2222-4222-8222-222222222222';
const NEXT_MONTH = '2026-04-01T00:00:00.000Z';
const project = { projectId: PROJECT };
const types = (...steps: Step[]) => history(...steps).map(({ type }) => type);

describe('a monthly budget', () => {
  const spent = [grant(), budget(10), reserve('a', 6), settle('a')];

  it('refuses what would exceed it, with the amounts, and accepts what just fits', () => {
    given(walletAggregate, history(...spent))
      .when(reserve('b', 5))
      .refused('budget_reached');
    expect(() => reserve('b', 5)(after(...spent))).toThrow(
      'This needs 5 zaps, and your monthly budget has 4 of 10 zaps left. You can change it on the Zaps page.',
    );
    expect(after(...spent, reserve('b', 4)).accounts.held).toBe(toUnits(4));
  });

  it('counts holds, so that concurrent requests cannot exceed it', () => {
    given(walletAggregate, history(grant(), budget(10), reserve('a', 6)))
      .when(reserve('b', 5))
      .refused('budget_reached');
  });

  it('regains released, unused and refunded zaps', () => {
    const held = [grant(), budget(10), reserve('a', 6)];
    expect(after(...held, release('a'), reserve('b', 10)).accounts.held).toBe(toUnits(10));
    expect(after(...held, settle('a', 2), reserve('b', 8)).accounts.held).toBe(toUnits(8));
    expect(after(...spent, refund('a', 6), reserve('b', 10)).accounts.held).toBe(toUnits(10));
  });

  it('starts anew each month, unchanged by later refunds', () => {
    const later = reserve('b', 10, { now: NEXT_MONTH });
    const state = after(...spent, reserve('open', 4), later, release('open', NEXT_MONTH), refund('a', 6));
    expect(state.spending).toEqual({ month: '2026-04', units: toUnits(10), projects: {} });
  });

  it('allows free work, even when it is spent', () => {
    const state = after(grant(), budget(0), reserve('bulk', 4, { bulk: true }));
    expect(Object.keys(state.holds.open)).toEqual(['bulk']);
  });

  it('is raised, lowered and removed, once each', () => {
    expect(after(...spent, budget(20), reserve('b', 14)).accounts.held).toBe(toUnits(14));
    given(walletAggregate, history(...spent, budget(3)))
      .when(reserve('b', 1))
      .refused('budget_reached');
    expect(after(...spent, budget(null), reserve('b', 50)).accounts.held).toBe(toUnits(50));
    given(walletAggregate, history(...spent))
      .when(budget(10))
      .then([]);
    given(walletAggregate, history(grant())).when(budget(null)).then([]);
  });
});

describe('the budget of a project', () => {
  const spent = [grant(), budget(10, project), reserve('a', 6, project), settle('a')];

  it('applies to that project alone', () => {
    given(walletAggregate, history(...spent))
      .when(reserve('b', 5, project))
      .refused('budget_reached');
    expect(() => reserve('b', 5, project)(after(...spent))).toThrow('the monthly budget of this project has 4 of 10');
    expect(after(...spent, reserve('b', 5)).accounts.held).toBe(toUnits(5));
  });

  it('and the person’s budget both apply', () => {
    const both = history(...spent, budget(8));
    given(walletAggregate, both)
      .when(reserve('b', 3, project))
      .refused('budget_reached');
    given(walletAggregate, both).when(reserve('b', 3)).refused('budget_reached');
  });

  it('regains a refund', () => {
    expect(after(...spent, refund('a', 6, project), reserve('b', 10, project)).accounts.held).toBe(toUnits(10));
  });
});

describe('a budget with four fifths spent', () => {
  const set = [grant(), budget(10)];

  it('is noted once a month, with the reservation that reaches four fifths', () => {
    expect(types(...set, reserve('a', 7))).not.toContain('ZapBudgetNeared');
    const [noted] = history(...set, reserve('a', 7), reserve('b', 1)).slice(-1);
    const share = { month: '2026-03', monthlyUnits: toUnits(10), spentUnits: toUnits(8) };
    expect(noted).toMatchObject({ type: 'ZapBudgetNeared', data: { scope: 'person', postings: [], ...share } });
    const again = types(...set, reserve('a', 8), settle('a'), reserve('b', 1), reserve('c', 8, { now: NEXT_MONTH }));
    expect(again.filter((type) => type === 'ZapBudgetNeared')).toHaveLength(2);
  });

  it('is noted again after the budget was changed', () => {
    const noted = types(...set, reserve('a', 8), budget(20), reserve('b', 8));
    expect(noted.filter((type) => type === 'ZapBudgetNeared')).toHaveLength(2);
  });
});
