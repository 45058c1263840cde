import type { UsageEvent } from '@storyreel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { AppServer, projectId, projectNumbered } from '../../testing/app-server';
import { fakeWindow } from '../../testing/fake-window';
import { leaveApp, renderApp } from '../../testing/render-app';
import { renderAddress, type RenderedAddress } from '../../testing/render-address';
import { PurchaseTab } from './PurchaseTab';
import { spendingByDay } from './BalanceCard';

let server: AppServer;
beforeEach(() => {
  fakeWindow();
  server = new AppServer();
});
afterEach(leaveApp);
const page = () => within(screen.getByRole('main'));
const panel = () => within(page().getByRole('tabpanel'));
async function open(tab?: string): Promise<RenderedAddress> {
  const app = renderAddress('/credits');
  await screen.findByRole('heading', { name: 'Zaps and Cost Tracking' });
  if (tab) await app.user.click(page().getByRole('tab', { name: tab }));
  return app;
}
const usageEvent = (n: number): UsageEvent => ({
  id: `event-${n}`,
  provider: 'replicate',
  operation: 'generate_image',
  model: `model-${n}`,
  createdAt: new Date(Date.UTC(2026, 10, 1, 0, n)).toISOString(),
  computedCostZaps: 4,
  computedCostUsd: 0.1,
});

describe('the zaps screen', () => {
  it('shows the balance and four tabs [ZAPS-01]', async () => {
    server.balance = 42.25;
    await open();
    await page().findByText('42.25 zaps');
    const tabs = page()
      .getAllByRole('tab')
      .map(({ textContent }) => textContent);
    expect(tabs).toEqual(['Purchase', 'Projects', 'Usage', 'Transactions']);
  });

  it('shows the plan’s allowance, and the rest of it for today', async () => {
    await open();
    await page().findByText("Included images: 60 of today's 60 scenes left");
  });

  it('offers four packages with zaps, price and price per 100, 500 as most popular [ZAPS-02, ZAPS-03, ZAPS-04]', async () => {
    await open();
    await panel().findAllByRole('button', { name: 'Add Zaps' });
    const packages = panel().getAllByRole('listitem');
    const words = packages.map((pack) => [
      within(pack).getByRole('heading').textContent,
      within(pack)
        .getAllByText(/\$/)
        .map(({ textContent }) => textContent),
      within(pack).queryByText('Most Popular') !== null,
    ]);
    expect(words).toEqual([
      ['100 zaps', ['$9.99', '$9.99 per 100 zaps'], false],
      ['500 zaps', ['$39.99', '$8.00 per 100 zaps'], true],
      ['1,000 zaps', ['$69.99', '$7.00 per 100 zaps'], false],
      ['2,500 zaps', ['$149.99', '$6.00 per 100 zaps'], false],
    ]);
  });

  it.each([
    [0, '100', '200'],
    [1, '500', '600'],
    [2, '1000', '1,100'],
    [3, '2500', '2,600'],
  ])('adds the zaps of package %i and confirms their number [ZAPS-05, ZAPS-14]', async (at, added, balance) => {
    const { user } = await open();
    const buttons = await panel().findAllByRole('button', { name: 'Add Zaps' });
    await user.click(buttons[at] ?? document.body);
    await screen.findByText('Zaps Added');
    screen.getByText(`${added} zaps have been added to your account.`);
    await page().findByText(`${balance} zaps`);
  });

  it.each([
    [
      { status: 503, json: { message: "Zaps can't be purchased here yet.", code: 'not_available' } },
      "Zaps can't be purchased here yet.",
    ],
    [{ status: 502, text: '<html></html>' }, 'Unable to add zaps.'],
    [{ status: 500, json: { message: 7 } }, 'Unable to add zaps.'],
  ])('says why zaps could not be added: %j [ZAPS-15]', async (answer, words) => {
    server.breaks('POST', '/api/credits/add-zaps', () => answer);
    const { user } = await open();
    const [button] = await panel().findAllByRole('button', { name: 'Add Zaps' });
    await user.click(button ?? document.body);
    await screen.findByText('Failed to Add Zaps');
    screen.getByText(words);
  });
});

describe('the tab Projects', () => {
  beforeEach(() => {
    server.projects = [projectNumbered(1, { title: 'Beta' }), projectNumbered(2, { title: 'Alpha' })];
    server.on('GET', '/api/projects/:id/costs', ({ params }) => ({
      json: {
        projectId: params[0],
        totalZaps: 12.5,
        totalUsd: 1.005,
        breakdown: { image: { generate_image: { count: 3, totalZaps: 12, totalUsd: 0.3 } } },
      },
    }));
  });

  it('breaks down the costs of each project with two decimals, under its title [ZAPS-06, ZAPS-17]', async () => {
    await open('Projects');
    const project = within(await panel().findByRole('region', { name: 'Beta' }));
    project.getByText('12.50 zaps · $1.25');
    const cells = project.getAllByRole('cell').map(({ textContent }) => textContent);
    expect(cells).toEqual(['Image', 'Generate image', '3', '12.00', '$1.20']);
    panel().getByRole('region', { name: 'Alpha' });
  });

  it('leaves out a project whose costs cannot be read [ZAPS-18]', async () => {
    server.fail('GET', `/api/projects/${projectId(1)}/costs`, 500);
    await open('Projects');
    await panel().findByRole('region', { name: 'Alpha' });
    expect(panel().queryByRole('region', { name: 'Beta' })).toBeNull();
  });

  it('says that one or all are left out, and reads again', async () => {
    server.fail('GET', `/api/projects/${projectId(1)}/costs`, 500);
    await open('Projects');
    await panel().findByRole('heading', { name: "Couldn't load the costs of 1 project" });
    leaveApp();
    for (const id of [1, 2]) server.fail('GET', `/api/projects/${projectId(id)}/costs`, 500);
    const { user } = await open('Projects');
    await panel().findByRole('heading', { name: "Couldn't load the costs" });
    expect(screen.queryByText('No project costs yet')).toBeNull();
    server.on('GET', '/api/projects/:id/costs', ({ params: [id = ''] }) => ({
      json: { projectId: id, totalZaps: 2, totalUsd: 0, breakdown: {} },
    }));
    await user.click(panel().getByRole('button', { name: 'Try Again' }));
    await panel().findByRole('region', { name: 'Beta' });
  });
});

describe('the tab Usage', () => {
  it('lists the 20 newest events with four decimals [ZAPS-07]', async () => {
    server.usageEvents = Array.from({ length: 25 }, (_, n) => usageEvent(24 - n));
    await open('Usage');
    const rows = (await panel().findAllByRole('row')).slice(1);
    expect(rows).toHaveLength(20);
    const cells = rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
    expect(cells.map(([, model]) => model)).toEqual(Array.from({ length: 20 }, (_, at) => `model-${24 - at}`));
    expect(cells[0]?.[0]).toMatch(/^Generate image · replicate/);
    expect(cells[0]?.slice(3)).toEqual(['4.0000', '$0.4000']);
  });

  it('shows the names of its totals before their values, so that nothing moves', async () => {
    server.usageEvents = [usageEvent(1)];
    server.on('GET', '/api/credits/spending', () => new Promise(() => {}));
    await open('Usage');
    const totals = await panel().findByRole('region', { name: 'Totals' });
    expect(totals.getAttribute('aria-busy')).toBe('true');
    for (const name of ['Spent', 'Runs', 'Per scene', 'Kept']) within(totals).getByText(name);
  });

  it('loads earlier ones on demand', async () => {
    server.usageEvents = Array.from({ length: 45 }, (_, n) => usageEvent(44 - n));
    const { user } = await open('Usage');
    await panel().findAllByRole('row');
    await user.click(panel().getByRole('button', { name: 'Show More' }));
    await waitFor(() => expect(panel().getAllByRole('row')).toHaveLength(41));
    await user.click(panel().getByRole('button', { name: 'Show More' }));
    await waitFor(() => expect(panel().getAllByRole('row')).toHaveLength(46));
    expect(panel().queryByRole('button', { name: 'Show More' })).toBeNull();
  });
});

describe('the tab Transactions', () => {
  it('lists added and spent zaps [ZAPS-08]', async () => {
    server.transactions = [
      { id: 't2', description: 'Four images', amount: -4.5, createdAt: '2026-11-01T10:00:00.000Z' },
      { id: 't1', description: 'Sign-up grant', amount: 100, createdAt: '2026-11-01T09:00:00.000Z' },
    ];
    await open('Transactions');
    const rows = (await panel().findAllByRole('row')).slice(1);
    const cells = rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
    expect(cells.map(([description, , amount]) => [description, amount])).toEqual([
      [expect.stringMatching(/^Four images/), '-4.5'],
      [expect.stringMatching(/^Sign-up grant/), '+100'],
    ]);
  });
});

describe('a tab that is loading or empty', () => {
  const TABS = [
    ['Purchase', '/api/credits/balance', /No packages/],
    ['Projects', '/api/projects', /No project costs yet/],
    ['Usage', '/api/usage-events', /No usage yet/],
    ['Transactions', '/api/credits/transactions', /No transactions yet/],
  ] as const;

  it.each(TABS)('%s shows a skeleton, then its empty message [ZAPS-09]', async (tab, path, empty) => {
    server.on('GET', path, () => new Promise(() => {}));
    await open(tab);
    await waitFor(() => expect(page().getByRole('tabpanel').querySelector('[aria-busy="true"]')).not.toBeNull());
    leaveApp();

    server = new AppServer();
    if (tab === 'Purchase') renderApp(<PurchaseTab packages={[]} />);
    else await open(tab);
    await screen.findByRole('heading', { name: empty });
  });

  it('offers to read a list again after a failure', async () => {
    server.fail('GET', '/api/usage-events', 500);
    const { user } = await open('Usage');
    const again = await panel().findByRole('button', { name: 'Try Again' });
    server.on('GET', '/api/usage-events', () => ({ json: [usageEvent(1)] }));
    await user.click(again);
    await panel().findByText('model-1');
  });
});

describe('the spending by day', () => {
  it('is summed by the visitor’s days, without gains and older days', () => {
    const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString();
    const entry = (amount: number, createdAt: string) => ({ id: createdAt, description: '', amount, createdAt });
    const days = spendingByDay(
      [entry(-2, at(9, 23)), entry(-3, at(10, 0)), entry(-4, at(10, 12)), entry(50, at(10, 13)), entry(-7, at(1, 1))],
      new Date(2026, 10, 10, 18),
      3,
    );
    expect(days.map(({ zaps }) => zaps)).toEqual([0, 2, 7]);
  });
});
