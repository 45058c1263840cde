import { act, screen, waitFor } from '@testing-library/react';
import type { AppServer } from '../../testing/app-server';
import { lineNumbered, MARA } from '../../testing/audit-fixtures';
import { openAudit, page, serveAudit } from '../../testing/audit-page';

let server: AppServer;
serveAudit((served) => (server = served));

const FAILURE = { status: 503, json: { message: 'Come back later.', code: 'unavailable' } };

/** Refetches the page's queries while every request fails. */
async function refreshInVain({ queryClient, user }: Awaited<ReturnType<typeof openAudit>>): Promise<void> {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  server.on('GET', '*', () => FAILURE);
  await user.click(page().getByRole('button', { name: 'Refresh' }));
  await act(() => waitFor(() => expect(queryClient.isFetching()).toBe(0)));
  expect(queryClient.getQueryCache().findAll({ type: 'active' }).some(hasFailed)).toBe(true);
}
const hasFailed = ({ state }: { state: { status: string } }): boolean => state.status === 'error';

describe('shown data stays when it cannot be read again', () => {
  it('of the ledger with its totals', async () => {
    server.data.audit.lines = [lineNumbered(1)];
    const app = await openAudit();
    await page().findByRole('table', { name: 'Ledger' });
    await refreshInVain(app);
    expect(page().getByRole('table', { name: 'Ledger' }).textContent).toContain(MARA.email);
    page().getByRole('region', { name: 'Totals' });
    expect(screen.queryByText(/Couldn't load/)).toBeNull();
  });

  it.each([['balances'], ['holds'], ['spending'], ['reconciliation'], ['payments'], ['proof'], ['access']])(
    'of the part %s',
    async (view) => {
      const app = await openAudit(`?view=${view}`);
      await refreshInVain(app);
      expect(screen.queryByText(/Couldn't load/)).toBeNull();
    },
  );
});

it('a failed first read shows its error', async () => {
  server.on('GET', '/api/audit/holds', () => FAILURE);
  await openAudit('?view=holds');
  await page().findByRole('heading', { name: "Couldn't load the open holds" });
});
