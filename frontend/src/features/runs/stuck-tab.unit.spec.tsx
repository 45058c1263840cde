import type { StuckRetryOutcome, StuckRetryRequest, StuckWork } from '@storyreel/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { onPush } from './stuck';
import { setSocketConnected } from '../../platform/realtime/socket-status';
import { ADA, AppServer } from '../../testing/app-server';
import { fakeSocket } from '../../testing/fake-socket';
import { fakeWindow } from '../../testing/fake-window';
import { renderAddress } from '../../testing/render-address';
import { leaveApp, renderApp } from '../../testing/render-app';
import { StuckTab } from './StuckTab';

const work = (n: number, part: Partial<StuckWork> = {}): StuckWork => ({
  kind: 'job',
  id: String(n),
  name: 'zaps',
  subject: `job ${n}`,
  events: 1,
  eventId: null,
  reason: 'No luck.',
  attempts: 8,
  since: '2026-03-01T12:00:00.000Z',
  retryable: true,
  ...part,
});

let server: AppServer;
let stuck: StuckWork[];
let outcome: StuckRetryOutcome;
beforeEach(() => {
  fakeWindow();
  stuck = [];
  outcome = { outcome: 'queued', reason: null };
  server = new AppServer();
  server.on('GET', '/api/runs/stuck', () => ({ json: stuck }));
  server.on('POST', '/api/runs/stuck/retry', ({ body }) => {
    const { kind, id } = body as StuckRetryRequest;
    if (!stuck.some((item) => item.kind === kind && item.id === id)) {
      return { status: 404, json: { message: 'Not found.', code: 'not_found' } };
    }
    if (outcome.outcome !== 'stuck') stuck = stuck.filter((item) => item.id !== id);
    return { json: outcome };
  });
});
afterEach(() => {
  leaveApp();
  jest.useRealTimers();
  setSocketConnected(false);
});

const rows = async () =>
  within(await screen.findByRole('table', { name: 'Stuck work' }))
    .getAllByRole('row')
    .slice(1);

describe('the tab of stuck jobs', () => {
  it('shows a message when nothing is stuck', async () => {
    renderApp(<StuckTab />);
    await screen.findByRole('heading', { name: 'Nothing is stuck.' });
    expect(screen.queryByRole('button', { name: 'Retry All' })).toBeNull();
  });

  it('lists stuck jobs with time, attempts and reason, with the whole reason behind its first line', async () => {
    const long = `cannot fold\n${'    at somewhere\n'.repeat(20)}`;
    stuck = [
      work(1),
      work(2, {
        kind: 'row',
        id: 'scene_list_v3@x',
        name: 'scene_list_v3',
        subject: 'x',
        events: 3,
        reason: long,
        attempts: 1,
      }),
      work(3, { kind: 'view', name: 'video_job_v2', retryable: false }),
    ];
    renderApp(<StuckTab />);
    const [job, row, view] = await rows();
    expect(job?.textContent).toMatch(/Job.*zaps.*job 1.*No luck\..*8 times.*2026/);
    expect(row?.textContent).toMatch(/Row.*scene_list_v3.*3 events.*cannot fold.*Once/s);
    const whole = within(row as HTMLElement).getByRole('group');
    expect(whole.hasAttribute('open')).toBe(false);
    expect(within(view as HTMLElement).queryByRole('button')).toBeNull();
    expect(view?.textContent).toContain('Resumes once a release can read the event');
  });

  it('requeues a job, confirms it, and no longer lists it', async () => {
    stuck = [work(1), work(2)];
    const { user } = renderApp(<StuckTab />);
    await user.click(await screen.findByRole('button', { name: 'Requeue zaps job 1' }));
    await screen.findByText('Requeued');
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(server.calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { kind: 'job', id: '1' },
    ]);
  });

  it('shows the reason when it fails again, and keeps it', async () => {
    stuck = [work(1, { kind: 'reaction', name: 'greet' })];
    outcome = { outcome: 'stuck', reason: 'Still no luck.' };
    const { user } = renderApp(<StuckTab />);
    await user.click(await screen.findByRole('button', { name: 'Retry greet job 1' }));
    await screen.findByText('Still no luck.');
    expect(await rows()).toHaveLength(1);
  });

  it('treats a job that another person has retried as done', async () => {
    stuck = [work(1)];
    const { user } = renderApp(<StuckTab />);
    const button = await screen.findByRole('button', { name: 'Requeue zaps job 1' });
    stuck = [];
    await user.click(button);
    await screen.findByText('No longer stuck');
    await screen.findByRole('heading', { name: 'Nothing is stuck.' });
  });

  it('retries all retryable ones after a confirmation', async () => {
    stuck = [work(1), work(2), work(3, { kind: 'view', retryable: false })];
    const { user } = renderApp(<StuckTab />);
    await user.click(await screen.findByRole('button', { name: 'Retry All' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Retry 2 entries?' }));
    expect(server.calls.some(({ method }) => method === 'POST')).toBe(false);
    await user.click(dialog.getByRole('button', { name: 'Retry All' }));
    await screen.findByText('All retried');
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('shows a newly stuck job as soon as it is pushed', async () => {
    server.user = { ...ADA, roles: ['developer'] };
    renderAddress('/runs?view=stuck');
    await screen.findByRole('heading', { name: 'Nothing is stuck.' });
    await waitFor(() => expect(fakeSocket.isListening()).toBe(true));
    act(() => fakeSocket.connect());
    stuck = [work(1)];
    fakeSocket.push({ type: 'stuckChanged' });
    expect(await rows()).toHaveLength(1);
  });

  it('reads stuck jobs on a push, and polls only while pushes are missing', async () => {
    jest.useFakeTimers();
    setSocketConnected(true);
    const looks = () =>
      server.calls.filter(({ method, path }) => method === 'GET' && path === '/api/runs/stuck').length;
    const { queryClient } = renderApp(<StuckTab />, { fakeTimers: true });
    await screen.findByRole('heading', { name: 'Nothing is stuck.' });
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(looks()).toBe(1);
    stuck = [work(1)];
    act(() => onPush({ type: 'stuckChanged' }, queryClient));
    expect(await rows()).toHaveLength(1);
    expect(looks()).toBe(2);
    act(() => setSocketConnected(false));
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    expect(looks()).toBe(3);
  });

  it('offers another attempt when it cannot be loaded', async () => {
    server.breaks('GET', '/api/runs/stuck', () => ({ status: 400, json: { message: 'No.', code: 'bad_request' } }));
    renderApp(<StuckTab />);
    await screen.findByRole('heading', { name: "Couldn't load stuck work" });
  });
});
