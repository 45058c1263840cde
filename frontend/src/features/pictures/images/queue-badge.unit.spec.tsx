import { act, screen } from '@testing-library/react';
import { setSocketConnected } from '../../../platform/realtime/socket-status';
import { JOB_ID, sceneWith } from '../../../testing/media-fixtures';
import { MediaServer } from '../../../testing/media-server';
import { leaveApp, renderApp } from '../../../testing/render-app';
import { QueueBadge } from './ImageQueue';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  leaveApp();
  jest.useRealTimers();
});

const QUEUE = '/api/midjourney/queue';
const pass = (ms: number): Promise<void> => act(() => jest.advanceTimersByTimeAsync(ms));

describe('the queue badge', () => {
  it('shows the numbers of the queue, read every 5 s while nothing is pushed [IMGJOB-05, BUILD-02]', async () => {
    const server = new MediaServer(sceneWith());
    server.queue = { jobs: [], activeJobs: 3, queuedJobs: 2 };
    renderApp(<QueueBadge />, { fakeTimers: true });
    await pass(100);
    expect(screen.getByText('Images: 3 scenes in progress, 2 waiting')).toBeTruthy();
    server.queue = { jobs: [], activeJobs: 1, queuedJobs: 0 };
    await pass(4_800);
    expect(server.sent('GET', QUEUE)).toHaveLength(1);
    await pass(300);
    expect(server.sent('GET', QUEUE)).toHaveLength(2);
    expect(screen.getByText('Images: 1 scene in progress')).toBeTruthy();
    server.queue = { jobs: [], activeJobs: 0, queuedJobs: 0 };
    await pass(5_000);
    expect(screen.queryByText(/Images/)).toBeNull();
  });

  it('counts the scenes of batches that wait in line', async () => {
    const server = new MediaServer(sceneWith());
    server.queue = { jobs: [], activeJobs: 3, queuedJobs: 0 };
    const { show } = renderApp(<QueueBadge waiting={16} />, { fakeTimers: true });
    await pass(100);
    screen.getByText('Images: 3 scenes in progress, 16 waiting');
    server.queue = { jobs: [], activeJobs: 0, queuedJobs: 0 };
    show(<QueueBadge waiting={1} />);
    await pass(5_000);
    screen.getByText('Images: 1 scene waiting');
  });

  it.each([
    ['while one of the user’s jobs waits, as it advances without a push', 'queued', 2],
    ['and not while none waits', 'processing', 1],
  ] as const)('is read every 15 s while changes are pushed %s', async (_when, status, reads) => {
    setSocketConnected(true);
    const server = new MediaServer(sceneWith());
    server.queue = { jobs: [server.jobRow(JOB_ID)].map((job) => ({ ...job, status })), activeJobs: 0, queuedJobs: 1 };
    renderApp(<QueueBadge />, { fakeTimers: true });
    await pass(14_900);
    expect(server.sent('GET', QUEUE)).toHaveLength(1);
    await pass(300);
    expect(server.sent('GET', QUEUE)).toHaveLength(reads);
    setSocketConnected(false);
  });

  it.each([
    [3_900, 1],
    [4_100, 2],
  ])('uses the answer of %i ms ago when it is opened: %i reads in all [IMGJOB-05]', async (age, reads) => {
    const server = new MediaServer(sceneWith());
    const { show } = renderApp(<QueueBadge />, { fakeTimers: true });
    await pass(0);
    expect(server.sent('GET', QUEUE)).toHaveLength(1);
    show(<p>Elsewhere</p>);
    await pass(age);
    show(<QueueBadge />);
    await pass(0);
    expect(server.sent('GET', QUEUE)).toHaveLength(reads);
  });
});
