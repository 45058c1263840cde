import { toUnits } from '@storyreel/contracts';
import { given, NOW, OWNER, stateOf } from '../../../testing/given-when-then';
import { recorded } from '../../../testing/view-spec';
import { after, budget, grant, history, refund, release, reserve, settle } from '../../../testing/ledger/wallet-steps';
import { budgetedProjects, NO_SPENDING, spend } from './budgets';
import type { WalletEvent } from './wallet-entry';
import { verifyWallet } from './wallet-proof';
import { walletAggregate } from './wallet';

const PROJECT = '22222222-2222-4222-8222-222222222222';
const last = (events: WalletEvent[]) => events.at(-1)?.data;

describe('spending', () => {
  it('counts in its month, not in a newer one', () => {
    const march = spend(NO_SPENDING, NOW, PROJECT, 5);
    expect(march).toEqual({ month: '2026-03', units: 5, projects: { [PROJECT]: 5 } });
    expect(spend(march, NOW, PROJECT, 2)).toEqual({ month: '2026-03', units: 7, projects: { [PROJECT]: 7 } });
    expect(spend(march, NOW, null, 2)).toEqual({ month: '2026-03', units: 7, projects: { [PROJECT]: 5 } });
    expect(spend(march, '2026-02-28T23:59:59.999Z', PROJECT, 2)).toBe(march);
    expect(spend(march, '2026-04-01T00:00:00.000Z', PROJECT, 0)).toBe(march);
    expect(spend(march, '2026-04-01T00:00:00.000Z', null, 3)).toEqual({ month: '2026-04', units: 3, projects: {} });
  });

  it('is reduced by the unused part of a hold, once', () => {
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
  it('belong to projects and to the person, and a changed one is not noted yet', () => {
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

  it('refuse one zap in the singular, and say that nothing is left when they are overspent', () => {
    const spent = after(grant(), budget(10), reserve('a', 9), budget(3));
    expect(() => reserve('b', 1)(spent)).toThrow('This needs 1 zap, and your monthly budget has 0 of 3 zaps left.');
  });

  it('do nothing when they are set to their present value, and record who set them', () => {
    expect(last(history(budget(10)))).toMatchObject({ scope: 'person', monthlyUnits: toUnits(10), by: OWNER });
    given(walletAggregate, history(budget(10)))
      .when(budget(10, { projectId: PROJECT }))
      .thenState(({ budgets }) => expect(Object.keys(budgets)).toHaveLength(2));
  });
});

describe('a missing hold or budget', () => {
  it('changes nothing', () => {
    given(walletAggregate, history(grant())).when(release('unknown')).then([]);
    const [event] = history(grant(), reserve('h', 4), release('h')).slice(-1);
    const about = { at: NOW, ownerId: OWNER, revision: 3n, commandId: 'command' };
    const other = after(grant(), reserve('other', 4));
    expect(walletAggregate.evolve(other, event as WalletEvent, about).spending).toEqual(other.spending);
  });

  it('does not refuse free work, nor note it', () => {
    const overspent = [grant(), budget(10), reserve('a', 9), budget(3)];
    const bulk = history(...overspent, reserve('bulk', 4, { bulk: true }));
    expect(bulk.slice(-1)).toMatchObject([{ type: 'ZapsReserved', data: { units: 0 } }]);
    expect(bulk).toHaveLength(history(...overspent).length + 1);
  });
});

describe('a reservation that nearly exhausts two budgets', () => {
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
