import type { Reconciliation } from '@storyreel/contracts';
import { screen, within } from '@testing-library/react';
import { ADA, type AppServer } from '../../testing/app-server';
import { openAudit, page, serveAudit } from '../../testing/audit-page';

const FOUND: Omit<Reconciliation, 'id'> = {
  provider: 'replicate',
  source: 'statement',
  from: '2026-10-01',
  to: '2026-10-31',
  at: '2026-11-02T10:00:00.000Z',
  by: ADA.id,
  ours: { count: 3, usd: 0.3 },
  theirs: { count: 2, usd: 0.4 },
  matched: 1,
  unknownToUs: 0,
  unknownToThem: 700,
  otherCost: 1,
  badLines: 1,
  byDay: [{ day: '2026-10-02', model: 'flux-dev', ours: { count: 3, usd: 0.3 }, theirs: { count: 2, usd: 0.4 } }],
  differences: [
    {
      kind: 'other_cost',
      predictionId: 'p-1',
      day: '2026-10-02',
      model: 'flux-dev',
      jobId: 'run-1',
      ourUsd: 0.1,
      theirUsd: 0.3,
      run: { state: 'failed', error: 'NSFW content detected' },
    },
    {
      kind: 'unknown_to_them',
      predictionId: 'p-2',
      day: '2026-10-02',
      model: 'flux-dev',
      jobId: 'run-2',
      ourUsd: 0.1,
      theirUsd: null,
      run: null,
    },
  ],
  namedBadLines: [{ line: 7, reason: 'usd: is missing' }],
};
const ID = '4ec00000-5d0a-4f7e-9a3c-000000000001';

let server: AppServer;
serveAudit((served) => (server = served));

async function open(search = '?view=reconciliation') {
  const app = await openAudit(search);
  await page().findByRole('heading', { name: 'Compare with a provider' });
  return app;
}

describe('a comparison with a provider', () => {
  it('asks the provider, opens the findings, and lists them', async () => {
    server.data.audit.compared = FOUND;
    const { user, address } = await open();
    await page().findByRole('heading', { name: 'No comparisons yet' });
    await user.click(page().getByRole('button', { name: 'Compare with the Provider' }));
    await page().findByText(/has no costs, so its dollars/);
    expect(address()).toContain(`report=${server.data.audit.reconciliations[0]?.id ?? ''}`);
    await page().findByText('701 differences');
    expect(server.sent('POST', '/api/audit/reconciliations').at(-1)?.body).toMatchObject({ provider: 'replicate' });
  });

  it('uploads a statement with its type', async () => {
    server.data.audit.compared = FOUND;
    const { user } = await open();
    await user.upload(page().getByLabelText('Statement'), new File(['{}'], 'october.jsonl'));
    const differing = await page().findByRole('table', { name: 'Different cost' });
    within(differing).getByText('Failed: NSFW content detected');
    expect(page().getByText('Difference').nextSibling?.textContent).toContain('$0.10');
    expect(server.data.audit.reconciliations[0]?.source).toBe('statement');
    expect(page().queryByText(/has no costs, so its dollars/)).toBeNull();
  });

  it('says why nothing was compared', async () => {
    const { user } = await open();
    await user.click(page().getByRole('button', { name: 'Compare with the Provider' }));
    await screen.findByText("The comparison didn't start");
  });
});

describe('the findings of a comparison', () => {
  beforeEach(() => {
    server.data.audit.reconciliations = [{ ...FOUND, id: ID }];
  });

  it('are three lists, the totals by day and model, and the unreadable lines', async () => {
    await open(`?view=reconciliation&report=${ID}`);
    const costs = await page().findByRole('table', { name: 'Different cost' });
    within(costs).getByText('$0.10');
    within(costs).getByText('$0.30');
    page().getByText('We know every prediction on the provider’s list.');
    page().getByText('The first 1 of 700.');
    within(page().getByRole('table', { name: 'By day and model' })).getByText('flux-dev');
    page().getByText('Line 7: usd: is missing');
  });

  it('are closed again', async () => {
    const { user, address } = await open(`?view=reconciliation&report=${ID}`);
    await user.click(await page().findByRole('button', { name: 'Close' }));
    expect(address()).toBe('/audit?view=reconciliation');
  });

  it('are reported as missing when they do not exist', async () => {
    await open('?view=reconciliation&report=nonsense');
    await page().findByRole('heading', { name: 'Comparison not found' });
  });
});
