import { type Installation, NEXT_CURSOR_HEADER, type Transaction } from '@storyreel/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { AppServer } from '../../testing/app-server';
import type { FakeAnswer } from '../../testing/fake-server';
import { spendingRow } from '../../testing/audit-fixtures';
import { fakeWindow } from '../../testing/fake-window';
import { leaveApp, renderApp } from '../../testing/render-app';
import { renderAddress } from '../../testing/render-address';
import { ShowMore } from '../../ui';
import { todayUtc } from '../../platform/time/days';

let server: AppServer;
beforeEach(() => {
  fakeWindow();
  server = new AppServer();
});
afterEach(leaveApp);

const TRANSACTIONS = '/api/credits/transactions';
const page = () => within(screen.getByRole('main'));
const panel = () => within(page().getByRole('tabpanel'));
const balance = () => within(page().getByRole('region', { name: 'Balance' }));
const spent = (id: string, amount: number): Transaction => ({
  ...{ id, description: `Images ${id}`, amount: -amount },
  createdAt: new Date().toISOString(),
});
const SANDBOX = { name: 'sandbox', label: 'Sandbox', sandbox: true };
const INSTALLATION: Installation = {
  providers: { text: SANDBOX, image: SANDBOX, video: SANDBOX, speech: SANDBOX },
  ...{ purchases: 'sandbox', signIn: 'password' },
};
const FAILURE: FakeAnswer = { status: 503, json: { message: 'Come back later.', code: 'unavailable' } };

/** Serves today's transactions with a second page that fails until repaired. */
function breakSecondPage() {
  let isBroken = true;
  server.on('GET', TRANSACTIONS, ({ query }) => {
    if (!query.has('cursor')) return { json: [spent('1', 4)], headers: { [NEXT_CURSOR_HEADER]: '1' } };
    return isBroken ? FAILURE : { json: [spent('2', 2.5)] };
  });
  return { mend: () => (isBroken = false) };
}

describe('a list whose next page fails', () => {
  it('is read again on request only: the spending', async () => {
    const { mend } = breakSecondPage();
    const { user } = renderAddress('/credits');
    await screen.findByText("Couldn't load your spending.");
    expect(server.sent('GET', TRANSACTIONS)).toHaveLength(2);
    mend();
    await user.click(balance().getByRole('button', { name: 'Try Again' }));
    await balance().findByText('Spent in the last 14 days: 6.5 zaps');
    expect(server.sent('GET', TRANSACTIONS)).toHaveLength(3);
  });

  it('keeps its rows, shows the error and offers another attempt', async () => {
    const { mend } = breakSecondPage();
    const { user } = renderAddress('/credits?view=transactions');
    await screen.findByText('Images 1');
    expect((await panel().findByRole('alert')).textContent).toBe("Couldn't load more.");
    mend();
    await user.click(panel().getByRole('button', { name: 'Try Again' }));
    await panel().findByText('Images 2');
    panel().getByText('Images 1');
    expect(panel().queryByRole('alert')).toBeNull();
  });

  it('has its own text on the button until then', () => {
    const list = { hasNextPage: true, isFetchingNextPage: false, fetchNextPage: () => undefined };
    const { show } = renderApp(<ShowMore list={{ ...list, isFetchNextPageError: false }} label="Show Older Posts" />);
    screen.getByRole('button', { name: 'Show Older Posts' });
    show(<ShowMore list={{ ...list, isFetchNextPageError: true }} label="Show Older Posts" />);
    screen.getByRole('button', { name: 'Try Again' });
  });
});

describe('shown data stays when it cannot be read again', () => {
  async function open(view: string) {
    server.balance = 42.25;
    server.transactions = [spent('1', 4)];
    server.usageEvents = [
      {
        ...{ id: 'event-1', provider: 'replicate', operation: 'generate_image', model: 'model-1' },
        ...{ createdAt: new Date().toISOString(), computedCostZaps: 4, computedCostUsd: 0.1 },
      },
    ];
    server.data.audit.spending.day = [spendingRow(todayUtc(), { made: 4, kept: 1 })];
    const app = renderAddress(`/credits?view=${view}`);
    await within(await screen.findByRole('banner')).findByText('42.25 zaps');
    return app;
  }
  /** Refetches the screen's queries while every request fails. */
  async function failToRefresh({ queryClient }: Awaited<ReturnType<typeof open>>) {
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    server.on('GET', '*', () => FAILURE);
    await act(() => queryClient.invalidateQueries());
    expect(screen.queryByText(/Couldn't load|Can't reach/)).toBeNull();
  }

  it('of the transactions, and of the balance in the header and on the card', async () => {
    const app = await open('transactions');
    await panel().findByText('Images 1');
    await failToRefresh(app);
    panel().getByText('Images 1');
    within(screen.getByRole('banner')).getByText('42.25 zaps');
    balance().getByText('Spent in the last 14 days: 4 zaps');
  });

  it('of the usage with its totals and charts', async () => {
    const app = await open('usage');
    await panel().findByText('model-1');
    const totals = within(await panel().findByRole('region', { name: 'Totals' }));
    await totals.findByText('1 of 4');
    await failToRefresh(app);
    panel().getByText('model-1');
    totals.getByText('1 of 4');
    panel().getByRole('heading', { name: 'Where your zaps went, last 30 days' });
    page().getByRole('button', { name: 'Set Budget' });
  });
});

describe('a failed first read', () => {
  it('shows its error and is repeated: the packages', async () => {
    server.on('GET', '/api/config', () => FAILURE);
    const { user } = renderAddress('/credits');
    await screen.findByRole('heading', { name: "Couldn't load the packages" });
    server.on('GET', '/api/config', () => ({ json: INSTALLATION }));
    await user.click(panel().getByRole('button', { name: 'Try Again' }));
    expect(await panel().findAllByRole('button', { name: 'Add Zaps' })).toHaveLength(4);
  });

  it('shows its error and is repeated: the balance', async () => {
    server.on('GET', '/api/credits/balance', () => FAILURE);
    const { user } = renderAddress('/credits');
    const again = await screen.findByRole('button', { name: 'Try Loading the Balance Again' });
    server.on('GET', '/api/credits/balance', () => ({ json: { balance: 7 } }));
    await user.click(again);
    await balance().findByText('7 zaps');
  });
});
