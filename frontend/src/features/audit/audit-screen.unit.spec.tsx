import type { AuditHold } from '@storyreel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { ADA, type AppServer } from '../../testing/app-server';
import { holdId, MARA, spendingRow } from '../../testing/audit-fixtures';
import { cellsOf, openAudit, page, serveAudit } from '../../testing/audit-page';

let server: AppServer;
serveAudit((served) => (server = served));

describe('the other parts of the audit', () => {
  it('show a trial balance that sums to zero, and the balance of a wallet at a moment', async () => {
    server.data.audit.accounts = [
      { account: 'available', zaps: 96 },
      { account: 'revenue', zaps: 4 },
      { account: 'grants', zaps: -100 },
    ];
    server.data.audit.wallets = [
      {
        user: MARA,
        at: '2026-11-20T12:00:00.000Z',
        available: 96,
        held: 0,
        spent: 4,
        granted: 100,
        purchased: 0,
        refunded: 0,
        entries: 3,
        head: { revision: 2, hash: 'a'.repeat(64), at: '2026-11-20T12:00:00.000Z' },
      },
    ];
    const { user } = await openAudit('?view=balances&at=2026-11-19T12:00:00.000Z');
    await page().findByText('Sums to zero');
    await user.click(await page().findByRole('button', { name: MARA.email }));
    const wallet = await page().findByRole('region', { name: `Balance of ${MARA.email}` });
    within(wallet).getByText('96');
    expect(server.sent('GET', `/api/audit/wallets/${MARA.id}`).at(-1)?.query.get('at')).toBe(
      '2026-11-19T12:00:00.000Z',
    );
    page().getByRole('heading', { name: 'Wallets at that time' });
    expect(server.sent('GET', '/api/audit/wallets').at(-1)?.query.get('at')).toBe('2026-11-19T12:00:00.000Z');
  });

  const holdNumbered = (n: number): AuditHold => ({
    holdId: holdId(n),
    user: MARA,
    zaps: 4,
    reservedAt: '2026-11-01T10:00:00.000Z',
    deadline: '2026-11-01T11:00:00.000Z',
    ageSeconds: 7_500,
    overdue: true,
    description: '4 images for a scene',
    project: null,
    sceneId: null,
    jobId: holdId(n),
    provider: 'replicate',
    model: 'flux-dev',
    operation: 'generate_image',
  });

  it('call an incomplete list of open holds the oldest ones', async () => {
    server.data.audit.holds = Array.from({ length: 101 }, (_, n) => holdNumbered(n + 1));
    await openAudit('?view=holds');
    await page().findByText('The oldest 100 open holds');
  });

  it('end open holds with a reason', async () => {
    server.data.audit.holds = [holdNumbered(3)];
    const path = `/api/audit/holds/${holdNumbered(3).holdId}/end`;
    server.on('POST', path, () => ({ json: { outcome: 'released' } }));
    const { user } = await openAudit('?view=holds');
    await user.click(await page().findByRole('button', { name: 'End Hold…' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Its node is gone');
    await user.click(dialog.getByRole('button', { name: 'End Hold' }));
    await screen.findByText('The zaps were given back.');
    expect(server.sent('POST', path).map(({ body }) => body)).toEqual([{ reason: 'Its node is gone' }]);
  });

  it('mark open holds after their deadline', async () => {
    server.data.audit.holds = [holdNumbered(3)];
    await openAudit('?view=holds');
    await page().findByText('2 h 5 min');
    page().getByText('Past deadline');
  });

  it('draw spending by day, kind, model, project and person', async () => {
    server.data.audit.spending = {
      day: [spendingRow('2026-11-02'), spendingRow('2026-11-01', { zaps: 4 })],
      kind: [spendingRow('image')],
      model: [spendingRow('flux-dev')],
      project: [spendingRow('p1', { label: 'The keeper' })],
      user: [spendingRow('u1', { label: MARA.email })],
    };
    await openAudit('?view=spending');
    const days = await page().findByRole('table', { name: 'By day' });
    expect(within(days).getAllByRole('row')).toHaveLength(2);
    await page().findByText('9 of 12 kept');
    const margins = within(await page().findByRole('table', { name: 'Margin by model' }));
    expect(margins.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      ...['Name', 'Paid', 'List price', 'Expected cost', 'Billed cost', 'Not billed yet', 'Margin'],
    ]);
    expect(margins.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      ...['flux-dev', '$0.72', '$1.20', '$0.30', '$0', '$0.30', '$0.42'],
    ]);
    await page().findByText('Nothing failed in this period.');
    await page().findByText(MARA.email);
  });

  it('list failed runs by month, model and error, with their zaps and the billed cost', async () => {
    const figures = { runs: 12, reserved: 48, released: 44, charged: 0, billedUsd: 4.82, billedRuns: 12 };
    const row = { month: '2026-11', kind: 'image', model: 'flux-dev', error: 'NSFW content detected', ...figures };
    server.data.audit.failedRuns = { rows: [row], totals: figures };
    await openAudit('?view=spending');
    await page().findByText('12 runs with 48 zaps, 4 still held. Providers billed $4.82 for 12 of them.');
    expect(cellsOf(page().getByRole('table', { name: 'Failed runs' }))).toEqual([
      ['2026-11', 'NSFW content detectedImage · flux-dev', '12', '484 still held', '$4.82'],
    ]);
  });

  it('start a verification, follow it and show its result', async () => {
    const { user } = await openAudit('?view=proof');
    await page().findByText('The ledger has not been verified here yet.');
    await user.click(page().getByRole('button', { name: 'Verify the Ledger' }));
    await page().findByText(/25% of the log read/);
    const running = server.data.audit.verification;
    if (!running) throw new Error('None was started');
    const place = { stream: null, revision: 7, day: null, row: null };
    const told = { reason: 'was changed', expected: 'aa', found: 'bb' };
    const finding = { what: 'entry' as const, ownerId: MARA.id, email: MARA.email, ...place, ...told };
    server.data.audit.verification = {
      ...running,
      state: 'unsound',
      progress: 1,
      badCount: 1,
      bad: [finding],
      endedAt: running.startedAt,
    };
    const findings = await page().findByRole('table', { name: 'Findings' });
    expect(cellsOf(findings)[0]?.[0]).toMatch(/^Entry.*was changed.*Revision 7.*Expected aa.*Found bb/);
    const wallet = within(findings).getByRole('link', { name: MARA.email });
    expect(wallet.getAttribute('href')).toBe(`/audit?user=${MARA.id}`);
    const certificate = page().getByRole('link', { name: 'Download Certificate' });
    expect(certificate.getAttribute('href')).toBe('/api/audit/verifications/latest/certificate');
    page().getByText('Problems found');
  });

  it('show who accessed which data', async () => {
    server.data.audit.accesses = [
      {
        id: holdId(9),
        at: '2026-11-20T12:00:00.000Z',
        reader: { id: ADA.id, email: ADA.email },
        what: 'charge',
        owner: MARA,
        detail: { holdId: holdId(1) },
      },
    ];
    const { user } = await openAudit('?view=access');
    const table = await page().findByRole('table', { name: 'Access' });
    expect(cellsOf(table)[0]?.slice(1, 2)).toEqual([ADA.email]);
    within(table).getAllByText(MARA.email, { exact: false });
    await user.type(page().getByRole('searchbox', { name: 'Person' }), 'nobody{Enter}');
    await page().findByText('No entries match');
    await user.selectOptions(page().getByRole('combobox', { name: 'Period' }), 'Yesterday');
    await waitFor(() => {
      const { query } = server.sent('GET', '/api/audit/access').at(-1) ?? {};
      const [from, to] = [query?.get('from') ?? '', query?.get('to') ?? ''];
      expect(Date.parse(to) - Date.parse(from)).toBe(86_400_000);
      expect(query?.get('person')).toBe('nobody');
    });
  });
});
