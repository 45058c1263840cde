import { act, screen, waitFor, within } from '@testing-library/react';
import { apiRequest } from '../../platform/http/api-client';
import { AppServer, projectId, projectNumbered } from '../../testing/app-server';
import { fakeSocket } from '../../testing/fake-socket';
import { fakeWindow } from '../../testing/fake-window';
import { leaveApp, renderApp } from '../../testing/render-app';
import { renderAddress } from '../../testing/render-address';
import { BudgetCard } from './BudgetCard';

let server: AppServer;
beforeEach(() => {
  fakeWindow();
  server = new AppServer([projectNumbered(1)]);
});
afterEach(leaveApp);

describe('a refusal by a budget', () => {
  const draw = () =>
    act(() =>
      apiRequest('POST', '/api/midjourney/generate-image', {
        sceneId: server.data.scenes[0]?.row.id,
        prompt: 'the sea',
        idempotencyKey: 'four-pictures',
      }).catch(() => undefined),
    );

  it.each([
    ['person', 'Monthly budget', '/credits'],
    [projectId(1), 'Monthly budget of this project', `/?project=${projectId(1)}&tab=settings`],
  ])('leads to the budget, and moves the focus there: %s', async (whose, card, place) => {
    server.data.budgets.set(whose, 3);
    const { user, address } = renderAddress('/settings');
    await screen.findByRole('heading', { name: 'Settings', level: 1 });
    expect(screen.queryByRole('link', { name: 'Change Budget' })).toBeNull();
    await draw();
    await user.click(await screen.findByRole('link', { name: 'Change Budget' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: card })));
    expect(address()).toContain(place);
    expect(screen.queryByRole('link', { name: 'Change Budget' })).toBeNull();
  });

  it('can be dismissed', async () => {
    server.data.budgets.set('person', 3);
    const { user } = renderAddress('/settings');
    await screen.findByRole('heading', { name: 'Settings', level: 1 });
    await draw();
    const notice = (await screen.findByText('This would exceed a monthly budget.')).parentElement as HTMLElement;
    await user.click(within(notice).getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText('This would exceed a monthly budget.')).toBeNull();
  });
});

describe('a budget', () => {
  it('is set in a dialog, and the spent part is shown', async () => {
    server.data.spent.set('person', 12.5);
    const { user } = renderApp(<BudgetCard />);
    await screen.findByText('No limit. 12.5 zaps spent or reserved.');
    await user.click(screen.getByRole('button', { name: 'Set Budget' }));
    await user.type(await screen.findByLabelText('Zaps per month'), '50');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('12.5 of 50 zaps spent or reserved this month');
    screen.getByRole('progressbar', { name: 'Share of the monthly budget that is spent' });
    expect(server.data.budgets.get('person')).toBe(50);
  });

  it('is removed', async () => {
    server.data.budgets.set('person', 50);
    const { user } = renderApp(<BudgetCard />);
    await user.click(await screen.findByRole('button', { name: 'Change' }));
    await user.click(await screen.findByRole('button', { name: 'Remove Limit' }));
    await screen.findByText('No limit. 0 zaps spent or reserved.');
  });

  it('of a project is separate', async () => {
    server.data.budgets.set('person', 50);
    const { user } = renderApp(<BudgetCard projectId={projectId(1)} />);
    await screen.findByText('No limit. 0 zaps spent or reserved.');
    await user.click(screen.getByRole('button', { name: 'Set Budget' }));
    await user.type(await screen.findByLabelText('Zaps per month'), '7{Enter}');
    await screen.findByText('0 of 7 zaps spent or reserved this month');
    expect(server.sent('PUT', `/api/projects/${projectId(1)}/budget`)).toHaveLength(1);
  });

  it.each([
    [40, 'Most of the budget is spent.'],
    [50, 'The budget is spent. Paid actions are refused until the month ends or you raise it.'],
  ])('shows a warning when %i of 50 zaps are spent', async (spent, words) => {
    server.data.budgets.set('person', 50);
    server.data.spent.set('person', spent);
    renderApp(<BudgetCard />);
    await screen.findByText(words);
  });

  it.each(['-1', '1.5', ''])('cannot be saved as "%s"', async (typed) => {
    const { user } = renderApp(<BudgetCard />);
    await user.click(await screen.findByRole('button', { name: 'Set Budget' }));
    if (typed) await user.type(await screen.findByLabelText('Zaps per month'), typed);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const amount = screen.getByLabelText('Zaps per month');
    screen.getByText('Enter a whole number from 0 to 1,000,000.');
    expect(amount.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(amount);
    expect(server.sent('PUT', '/api/credits/budget')).toEqual([]);
  });

  it('that cannot be read shows an error, and is read again', async () => {
    server.fail('GET', '/api/credits/budgets', 500);
    const { user } = renderApp(<BudgetCard />);
    await screen.findByText("Couldn't load the budget.", {}, { timeout: 5_000 });
    server.on('GET', '/api/credits/budgets', () => ({
      json: { month: '2026-11', person: { monthlyZaps: 3, spentZaps: 0 }, projects: [] },
    }));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByText('0 of 3 zaps spent or reserved this month');
  });

  it('that is almost spent shows a message until it is dismissed, and the card shows the newest figure', async () => {
    server.data.budgets.set('person', 10);
    const { user } = renderAddress('/credits');
    await screen.findByText('0 of 10 zaps spent or reserved this month');
    server.data.spent.set('person', 8);
    await act(async () => {
      fakeSocket.push({ type: 'budgetNeared', projectId: null, monthlyZaps: 10, spentZaps: 8, position: '1' });
      fakeSocket.push({ type: 'balanceChanged', position: '1' });
    });
    const told = await screen.findByText('Your monthly budget is almost spent: 8 of 10 zaps.');
    await waitFor(() => screen.getByText('8 of 10 zaps spent or reserved this month'));
    await user.click(within(told.parentElement as HTMLElement).getByRole('button', { name: 'Dismiss' }));
    expect(told.isConnected).toBe(false);
  });
});
