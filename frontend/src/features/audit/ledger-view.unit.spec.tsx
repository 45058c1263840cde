import { waitFor, within } from '@testing-library/react';
import { ADA, type AppServer } from '../../testing/app-server';
import { lineNumbered, MARA } from '../../testing/audit-fixtures';
import type { FakeAnswer } from '../../testing/fake-server';
import { cellsOf, openAudit, page, serveAudit } from '../../testing/audit-page';

const TOTALS = {
  ...{ entries: 7, wallets: 3, granted: 300, purchased: 0, reserved: 4, spent: 4, released: 0, refunded: 0 },
  ...{ returned: 0, reversed: 0, reversedUsd: 0, purchasedUsd: 0, priceVersions: ['2026-11-01'] },
  margin: { paidUsd: 0.24, listUsd: 0.4, expectedUsd: 0.2, billedUsd: 0, unbilledUsd: 0.2, marginUsd: 0.04 },
};

let server: AppServer;
serveAudit((served) => (server = served));

describe('the ledger', () => {
  it('lists the entries of all wallets with the totals of all of them', async () => {
    server.data.audit.lines = [lineNumbered(2), lineNumbered(1, { user: { id: ADA.id, email: ADA.email }, usd: 0.2 })];
    await openAudit();
    const table = await page().findByRole('table', { name: 'Ledger' });
    expect(cellsOf(table).map((cells) => cells[2])).toEqual(['mara@example.com', 'ada@example.com']);
    const totals = await page().findByRole('region', { name: 'Totals' });
    expect(within(totals).getByText('Settled').nextSibling?.textContent).toBe('8');
    expect(within(totals).getByText('Expected cost').nextSibling?.textContent).toBe('$0.30');
  });

  it('reserves space for the totals, so that nothing below them moves', async () => {
    server.data.audit.lines = [lineNumbered(1)];
    const names = () =>
      within(page().getByRole('region', { name: 'Totals' }))
        .queryAllByRole('term')
        .map(({ textContent }) => textContent);
    let answer: (told: FakeAnswer) => void = () => undefined;
    const told = new Promise<FakeAnswer>((resolve) => (answer = resolve));
    server.on('GET', '/api/audit/ledger/totals', () => told);
    await openAudit();
    const awaited = names();
    expect(page().getByRole('region', { name: 'Totals' }).getAttribute('aria-busy')).toBe('true');
    answer({ json: TOTALS });
    await page().findByText('of 3 wallets');
    expect(names()).toEqual(awaited);
  });

  it('counts one wallet as one', async () => {
    server.on('GET', '/api/audit/ledger/totals', () => ({ json: { ...TOTALS, wallets: 1 } }));
    await openAudit();
    await page().findByText('of 1 wallet');
  });

  it('keeps its filter in the address, and sends it to the server', async () => {
    server.data.audit.lines = [lineNumbered(2), lineNumbered(1, { kind: 'release' })];
    const { user, address } = await openAudit('?user=mara%40example.com');
    await page().findByRole('table', { name: 'Ledger' });
    await user.selectOptions(page().getByRole('combobox', { name: 'Kind' }), 'Released');
    await waitFor(() => expect(cellsOf(page().getByRole('table', { name: 'Ledger' }))).toHaveLength(1));
    expect(address()).toContain('kind=release');
    const asked = server.sent('GET', '/api/audit/ledger').at(-1)?.query;
    expect([asked?.get('kind'), asked?.get('user')]).toEqual(['release', MARA.email]);
  });

  it('reports an invalid ID beside its field, and filters by the rest', async () => {
    server.data.audit.lines = [lineNumbered(1)];
    await openAudit('?projectId=nonsense&model=flux-dev');
    await page().findByText('That is not an ID.');
    await page().findByRole('table', { name: 'Ledger' });
    expect(server.sent('GET', '/api/audit/ledger').at(-1)?.query.has('projectId')).toBe(false);
  });

  it('loads the rest of a long list on demand, with its size', async () => {
    server.data.audit.lines = Array.from({ length: 130 }, (_, at) => lineNumbered(130 - at));
    const { user } = await openAudit();
    await page().findByText('The newest 100 of 130 entries');
    await user.click(page().getByRole('button', { name: 'Show More' }));
    await page().findByText('130 entries');
    server.data.audit.lines = [lineNumbered(1)];
    await user.click(page().getByRole('button', { name: 'Refresh' }));
    await page().findByText('1 entry');
    expect(page().queryByRole('button', { name: 'Show More' })).toBeNull();
  });

  it('exports the filtered entries', async () => {
    server.data.audit.lines = [lineNumbered(1)];
    await openAudit('?from=2026-11-01&to=2026-12-01&kind=settlement');
    const link = await page().findByRole('link', { name: 'Export CSV' });
    expect(link.getAttribute('href')).toBe(
      '/api/audit/export?from=2026-11-01&to=2026-12-01&kind=settlement&format=csv',
    );
    expect(page().getByRole('link', { name: 'Export JSON Lines' }).getAttribute('href')).toContain('format=jsonl');
  });

  it('shows a message when nothing matches, and clears the filter', async () => {
    server.data.audit.lines = [lineNumbered(1)];
    const { user, address } = await openAudit('?kind=budget');
    await page().findByRole('heading', { name: 'No entries match' });
    await user.click(page().getByRole('button', { name: 'Clear Filters' }));
    await page().findByRole('table', { name: 'Ledger' });
    expect(address()).toBe('/audit');
  });

  it('offers to read it again after a failure', async () => {
    server.fail('GET', '/api/audit/ledger', 500);
    const { user } = await openAudit();
    await page().findByRole('heading', { name: "Couldn't load the ledger" });
    server.on('GET', '/api/audit/ledger', () => ({ json: [lineNumbered(1)] }));
    await user.click(page().getByRole('button', { name: 'Try Again' }));
    await page().findByRole('table', { name: 'Ledger' });
  });
});
