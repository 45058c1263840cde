import { type RunDetail, runSchema } from '@storyreel/contracts';
import { screen, within } from '@testing-library/react';
import { ADA, AppServer } from '../../testing/app-server';
import { fakeWindow } from '../../testing/fake-window';
import { renderAddress } from '../../testing/render-address';
import { runWith } from '../../testing/run-fixtures';
import { pass, stopTime } from '../../testing/stopped-time';

const ONE = '70b70b70-0000-4000-8000-000000000001';
const OTHER = '70b70b70-0000-4000-8000-000000000002';
const RUNNING: Partial<RunDetail> = { state: 'running', endedAt: null };

let server: AppServer;
let run: RunDetail;
stopTime();
beforeEach(() => {
  fakeWindow();
  server = new AppServer();
  server.user = { ...ADA, roles: ['developer'] };
  run = runWith({ id: ONE, ...RUNNING });
  server.on('GET', `/api/runs/${ONE}`, () => ({ json: run }));
  server.on('GET', `/api/runs/${OTHER}`, () => ({ json: runWith({ id: OTHER, ...RUNNING }) }));
  server.on('GET', '/api/runs/counts', () => ({ json: { queued: 0, running: 1, complete: 0, failed: 0 } }));
});

const page = () => within(screen.getByRole('main'));
/** Makes the server refuse an address from now on, and waits until the address is requested again. */
async function looksFail(address: string, ms: number): Promise<void> {
  server.fail('GET', address, 503);
  const before = server.sent('GET', address).length;
  await pass(ms);
  expect(server.sent('GET', address).length).toBeGreaterThan(before);
}
async function open(address: string) {
  const app = renderAddress(address, { fakeTimers: true });
  await pass(2_000);
  return app;
}

describe('while the server does not answer for a moment', () => {
  it('Run Again keeps the typed input, and the run continues as soon as it answers', async () => {
    const { user } = await open(`/runs?run=${ONE}`);
    await user.click(await page().findByRole('button', { name: 'Run Again…' }));
    const prompt = await screen.findByRole('textbox', { name: 'Prompt' });
    await user.clear(prompt);
    await user.type(prompt, 'A lighthouse at noon');
    await looksFail(`/api/runs/${ONE}`, 1_500);
    expect(screen.getByRole('textbox', { name: 'Prompt' })).toHaveProperty('value', 'A lighthouse at noon');
    server.on('GET', `/api/runs/${ONE}`, () => ({ json: runWith({ id: ONE }) }));
    await pass(1_500);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await page().findByText('Complete');
  });

  it('a comparison keeps both runs', async () => {
    await open(`/runs?run=${ONE}&with=${OTHER}`);
    await page().findByRole('region', { name: 'Right' });
    await looksFail(`/api/runs/${OTHER}`, 1_500);
    expect(page().getByRole('region', { name: 'Right' })).toBeTruthy();
  });

  it('the list keeps its runs', async () => {
    server.on('GET', '/api/runs', () => ({ json: [runSchema.parse(run)] }));
    await open('/runs');
    await page().findByRole('table', { name: 'Runs' });
    await looksFail('/api/runs', 5_000);
    expect(page().getByRole('table', { name: 'Runs' })).toBeTruthy();
  });

  it.each([
    ['a run', `/runs?run=${ONE}`, `/api/runs/${ONE}`, "Couldn't load the run"],
    ['the list', '/runs', '/api/runs', "Couldn't load the runs"],
  ])('%s without any data shows an error', async (_what, address, path, words) => {
    server.fail('GET', path, 503);
    await open(address);
    await page().findByRole('heading', { name: words });
  });
});
