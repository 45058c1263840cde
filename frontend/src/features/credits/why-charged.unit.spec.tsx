import { screen, waitFor, within } from '@testing-library/react';
import { AppServer } from '../../testing/app-server';
import { chargeOfAda, chargeWith, holdId, spendingRow } from '../../testing/audit-fixtures';
import { fakeWindow } from '../../testing/fake-window';
import { leaveApp } from '../../testing/render-app';
import { JOB_ID } from '../../testing/media-fixtures';
import { runWith } from '../../testing/run-fixtures';
import { renderAddress } from '../../testing/render-address';

let server: AppServer;
beforeEach(() => {
  fakeWindow();
  server = new AppServer();
  server.transactions = [
    {
      id: 't2',
      description: '4 images for a scene',
      amount: -4,
      createdAt: '2026-11-01T10:00:20.000Z',
      holdId: holdId(1),
    },
    { id: 't1', description: 'Welcome zaps', amount: 100, createdAt: '2026-11-01T09:00:00.000Z', holdId: null },
  ];
  server.usageEvents = [
    {
      id: 'u1',
      provider: 'replicate',
      operation: 'generate_image',
      model: 'flux-dev',
      createdAt: '2026-11-01T10:00:20.000Z',
      computedCostZaps: 4,
      computedCostUsd: 0,
      holdId: holdId(1),
    },
  ];
  server.data.audit.charges = [chargeOfAda()];
});
afterEach(leaveApp);

const page = () => within(screen.getByRole('main'));
async function open(tab: string) {
  const app = renderAddress('/credits');
  await screen.findByRole('heading', { name: 'Zaps and Cost Tracking' });
  await app.user.click(page().getByRole('tab', { name: tab }));
  return app;
}
const why = async () => within(await screen.findByRole('dialog', { name: 'Why was I charged?' }));

describe('a creator', () => {
  it('opens the explanation of a charge from a transaction, without dollars of the provider', async () => {
    const { user } = await open('Transactions');
    await user.click(await page().findByRole('button', { name: '4 images for a scene' }));
    const charge = await why();
    await charge.findByText('Settled', { selector: 'span' });
    charge.getByRole('list', { name: 'How this charge came about' });
    expect(charge.queryByText(/provider charged/)).toBeNull();
    expect(charge.queryByRole('button', { name: 'Refund…' })).toBeNull();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('follows a charge to its run, and back', async () => {
    server.data.audit.charges = [{ ...chargeOfAda(), jobId: JOB_ID }];
    server.data.runs = [runWith()];
    const { user } = await open('Transactions');
    await user.click(await page().findByRole('button', { name: '4 images for a scene' }));
    const trigger = await (await why()).findByRole('button', { name: 'How This Was Made' });
    await user.click(trigger);
    const run = within(await screen.findByRole('dialog', { name: 'How This Was Made' }));
    await run.findByText('A lighthouse in the fog');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'How This Was Made' })).toBeNull());
    await why();
    expect(document.activeElement).toBe(trigger);
  });

  it('has nothing to open on a line without a charge', async () => {
    await open('Transactions');
    await page().findByText('Welcome zaps');
    expect(page().queryByRole('button', { name: 'Welcome zaps' })).toBeNull();
  });

  it('opens the same from a line of the usage', async () => {
    const { user } = await open('Usage');
    await user.click(await page().findByRole('button', { name: 'Generate image' }));
    await (await why()).findByText('The harbour', { exact: false });
  });

  it('sees nothing of another user’s charge', async () => {
    server.data.audit.charges = [chargeWith()];
    const { user } = await open('Transactions');
    await user.click(await page().findByRole('button', { name: '4 images for a scene' }));
    await (await why()).findByRole('heading', { name: 'Charge not found' });
  });

  it('sees where their zaps went, by day and by subject', async () => {
    server.data.audit.spending = {
      day: [spendingRow(new Date().toISOString().slice(0, 10))],
      kind: [spendingRow('image')],
      model: [spendingRow('flux-dev')],
      project: [spendingRow('p1', { label: 'The keeper' })],
    };
    await open('Usage');
    const days = await page().findByRole('table', { name: 'Where your zaps went, last 30 days' });
    expect(within(days).getAllByRole('row')).toHaveLength(30);
    await page().findByText('9 of 12 kept');
    expect(page().queryByText(/margin/i)).toBeNull();
  });
});
