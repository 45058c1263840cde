import { screen, waitFor, within } from '@testing-library/react';
import { ADA, type AppServer } from '../../testing/app-server';
import { chargeWith, holdId, lineNumbered, MARA, spendingRow } from '../../testing/audit-fixtures';
import type { FakeAnswer } from '../../testing/fake-server';
import { openAudit, page, serveAudit } from '../../testing/audit-page';
import { renderAddress } from '../../testing/render-address';

jest.mock('socket.io-client', () => jest.requireActual('../../testing/fake-socket'));

const TOTALS = {
  ...{ entries: 7, wallets: 3, granted: 300, purchased: 0, reserved: 4, spent: 4, released: 0, refunded: 0 },
  ...{ paidUsd: 0, providerUsd: 0.2, marginUsd: 0.2, priceVersions: ['2026-11-01'] },
};

let server: AppServer;
serveAudit((served) => (server = served));

const dialog = (name: string) => screen.findByRole('dialog', { name });
const cellsOf = (table: HTMLElement): string[][] =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );

describe('the ledger', () => {
  it('lists the entries of all wallets with the totals of all of them', async () => {
    server.data.audit.lines = [lineNumbered(2), lineNumbered(1, { user: { id: ADA.id, email: ADA.email }, usd: 0.2 })];
    await openAudit();
    const table = await page().findByRole('table', { name: 'Ledger' });
    expect(cellsOf(table).map((cells) => cells[2])).toEqual(['mara@example.com', 'ada@example.com']);
    const totals = await page().findByRole('region', { name: 'Totals' });
    expect(within(totals).getByText('Settled').nextSibling?.textContent).toBe('8');
    expect(within(totals).getByText('Provider cost').nextSibling?.textContent).toBe('$0.30');
  });

  it('keeps the room of the totals until they are there, so that nothing below them moves', async () => {
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

  it('keeps its filter in the address, and asks the server for it', async () => {
    server.data.audit.lines = [lineNumbered(2), lineNumbered(1, { kind: 'release' })];
    const { user, address } = await openAudit('?user=mara%40example.com');
    await page().findByRole('table', { name: 'Ledger' });
    await user.selectOptions(page().getByRole('combobox', { name: 'Kind' }), 'Released');
    await waitFor(() => expect(cellsOf(page().getByRole('table', { name: 'Ledger' }))).toHaveLength(1));
    expect(address()).toContain('kind=release');
    const asked = server.sent('GET', '/api/audit/ledger').at(-1)?.query;
    expect([asked?.get('kind'), asked?.get('user')]).toEqual(['release', MARA.email]);
  });

  it('tells of an ID that is none beside its field, and filters by the rest', async () => {
    server.data.audit.lines = [lineNumbered(1)];
    await openAudit('?projectId=nonsense&model=flux-dev');
    await page().findByText('That is not an ID.');
    await page().findByRole('table', { name: 'Ledger' });
    expect(server.sent('GET', '/api/audit/ledger').at(-1)?.query.has('projectId')).toBe(false);
  });

  it('shows the rest of a long list on demand, and how much of it there is', async () => {
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

  it('exports what the filter lets through', async () => {
    server.data.audit.lines = [lineNumbered(1)];
    await openAudit('?from=2026-11-01&to=2026-12-01&kind=settlement');
    const link = await page().findByRole('link', { name: 'Export CSV' });
    expect(link.getAttribute('href')).toBe(
      '/api/audit/export?from=2026-11-01&to=2026-12-01&kind=settlement&format=csv',
    );
    expect(page().getByRole('link', { name: 'Export JSON Lines' }).getAttribute('href')).toContain('format=jsonl');
  });

  it('says so when nothing matches, and clears the filter', async () => {
    server.data.audit.lines = [lineNumbered(1)];
    const { user, address } = await openAudit('?kind=budget');
    await page().findByRole('heading', { name: 'No entries match' });
    await user.click(page().getByRole('button', { name: 'Clear Filters' }));
    await page().findByRole('table', { name: 'Ledger' });
    expect(address()).toBe('/audit');
  });

  it('offers to read it again when it could not be read', async () => {
    server.fail('GET', '/api/audit/ledger', 500);
    const { user } = await openAudit();
    await page().findByRole('heading', { name: "Couldn't load the ledger" });
    server.on('GET', '/api/audit/ledger', () => ({ json: [lineNumbered(1)] }));
    await user.click(page().getByRole('button', { name: 'Try Again' }));
    await page().findByRole('table', { name: 'Ledger' });
  });
});

describe('a charge', () => {
  beforeEach(() => {
    server.data.audit.lines = [lineNumbered(1)];
    server.data.audit.charges = [chargeWith()];
  });

  it('opens from its entry, and tells its way from the quote to the settlement', async () => {
    const { user, address } = await openAudit();
    await user.click(await page().findByRole('link', { name: 'Settled' }));
    const charge = within(await dialog('Why they were charged'));
    const way = await charge.findByRole('list', { name: 'How this charge came about' });
    const stations = within(way)
      .getAllByRole('heading')
      .map(({ textContent }) => textContent);
    expect(stations).toEqual(['Quoted', 'Reserved', 'Run: Complete', 'Settled']);
    charge.getByText('4 images × $0.025 = $0.10');
    expect(address()).toContain(`charge=${holdId(1)}`);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(address()).not.toContain('charge='));
  });

  it('shows what it paid for, and what was kept of it', async () => {
    renderAddress(`/audit?charge=${holdId(1)}`);
    const assets = await screen.findByRole('list', { name: 'What it paid for' });
    const words = within(assets)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(words).toEqual(['Main image', 'In the scene', 'Removed']);
  });

  it('says so when the address names none', async () => {
    renderAddress(`/audit?charge=${holdId(7)}`);
    await screen.findByRole('heading', { name: 'Charge not found' });
  });

  it('is refunded in part, for a reason, once, and shows it at once', async () => {
    const { user } = renderAddress(`/audit?charge=${holdId(1)}`);
    await user.click(await screen.findByRole('button', { name: 'Refund…' }));
    const form = within(await dialog('Refund this charge'));
    const amount = form.getByRole('spinbutton', { name: 'Zaps to refund' });
    await user.clear(amount);
    await user.type(amount, '5');
    form.getByText('Only 4 zaps can still be refunded.');
    await user.clear(amount);
    await user.type(amount, '1.5');
    await user.click(form.getByRole('button', { name: 'Refund 1.5 Zaps' }));
    form.getByText('Enter a reason of at least 3 characters.');
    expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Reason' }));
    await user.type(form.getByRole('textbox', { name: 'Reason' }), 'The picture was black.');
    await user.click(form.getByRole('button', { name: 'Refund 1.5 Zaps' }));
    await screen.findByText('Partly refunded');
    const charge = within(await dialog('Why they were charged'));
    charge.getByText('2.5 zaps');
    await charge.findByText('The picture was black.');
    const [sent] = server.sent('POST', `/api/audit/charges/${holdId(1)}/refunds`);
    expect(sent?.body).toEqual({ userId: MARA.id, zaps: 1.5, reason: 'The picture was black.' });
    expect(sent?.headers.get('idempotency-key')).toBeTruthy();
  });

  it.each([
    ['1', '1 zap was returned to its owner.'],
    ['2', '2 zaps were returned to their owner.'],
  ])('says how much came back: %s', async (zaps, words) => {
    const { user } = renderAddress(`/audit?charge=${holdId(1)}`);
    await user.click(await screen.findByRole('button', { name: 'Refund…' }));
    const form = within(await dialog('Refund this charge'));
    const amount = form.getByRole('spinbutton', { name: 'Zaps to refund' });
    await user.clear(amount);
    await user.type(amount, zaps);
    await user.type(form.getByRole('textbox', { name: 'Reason' }), 'It was black.');
    await user.click(form.getByRole('button', { name: `Refund ${zaps} ${zaps === '1' ? 'Zap' : 'Zaps'}` }));
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('says that it may have been refunded when no answer came, and takes the same key for the same refund', async () => {
    const path = `/api/audit/charges/${holdId(1)}/refunds`;
    server.disconnect('POST', path);
    const { user } = renderAddress(`/audit?charge=${holdId(1)}`);
    await user.click(await screen.findByRole('button', { name: 'Refund…' }));
    const form = within(await dialog('Refund this charge'));
    await user.type(form.getByRole('textbox', { name: 'Reason' }), 'It was black.');
    await user.click(form.getByRole('button', { name: 'Refund 4 Zaps' }));
    await form.findByText(/the zaps may have been refunded/);
    expect(form.queryByText(/Nothing was refunded/)).toBeNull();
    await user.click(form.getByRole('button', { name: 'Refund 4 Zaps' }));
    await waitFor(() => expect(server.sent('POST', path)).toHaveLength(2));
    const keys = server.sent('POST', path).map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
  });

  it('tells why the server did not refund it', async () => {
    server.fail('POST', `/api/audit/charges/${holdId(1)}/refunds`, 409);
    const { user } = renderAddress(`/audit?charge=${holdId(1)}`);
    await user.click(await screen.findByRole('button', { name: 'Refund…' }));
    const form = within(await dialog('Refund this charge'));
    await user.type(form.getByRole('textbox', { name: 'Reason' }), 'It was black.');
    await user.click(form.getByRole('button', { name: 'Refund 4 Zaps' }));
    await form.findByText(/Nothing was refunded/);
  });

  it('that was released has nothing to refund', async () => {
    server.data.audit.charges = [chargeWith({ state: 'released', charged: 0, spent: 0, usd: null, assets: [] })];
    renderAddress(`/audit?charge=${holdId(1)}`);
    await screen.findByText('Nothing was made.');
    expect(screen.queryByRole('button', { name: 'Refund…' })).toBeNull();
  });
});

describe('the other parts', () => {
  it('the trial balance sums to zero, and a wallet has its balance at a moment', async () => {
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
  });

  it('open holds are marked when their deadline is over', async () => {
    server.data.audit.holds = [
      {
        holdId: holdId(3),
        user: MARA,
        zaps: 4,
        reservedAt: '2026-11-01T10:00:00.000Z',
        deadline: '2026-11-01T11:00:00.000Z',
        ageSeconds: 7_500,
        overdue: true,
        description: '4 images for a scene',
        project: null,
        sceneId: null,
        jobId: holdId(3),
        provider: 'replicate',
        model: 'flux-dev',
        operation: 'generate_image',
      },
    ];
    await openAudit('?view=holds');
    await page().findByText('2 h 5 min');
    page().getByText('Past deadline');
  });

  it('spending is drawn by day, kind, model, project and person', async () => {
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
    await page().findByText('$0.90 margin');
    await page().findByText(MARA.email);
  });

  it('a verification is started, followed and told', async () => {
    const { user } = await openAudit('?view=proof');
    await page().findByText('The ledger has not been verified here yet.');
    await user.click(page().getByRole('button', { name: 'Verify the Ledger' }));
    await page().findByText(/25% of the log read/);
    const running = server.data.audit.verification;
    if (!running) throw new Error('None was started');
    const finding = { what: 'entry' as const, ownerId: MARA.id, revision: 7, day: null, row: null, reason: 'hash' };
    server.data.audit.verification = {
      ...running,
      state: 'unsound',
      progress: 1,
      badCount: 1,
      bad: [finding],
      endedAt: running.startedAt,
    };
    const findings = await page().findByRole('table', { name: 'Findings' });
    expect(cellsOf(findings)[0]?.slice(1, 3)).toEqual([MARA.id, '7']);
    page().getByText('Problems found');
  });

  it('tells who looked at what', async () => {
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
    await openAudit('?view=access');
    const table = await page().findByRole('table', { name: 'Access' });
    expect(cellsOf(table)[0]?.slice(1, 2)).toEqual([ADA.email]);
    within(table).getAllByText(MARA.email, { exact: false });
  });
});
