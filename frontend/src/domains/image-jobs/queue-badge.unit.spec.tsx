import { act, screen } from '@testing-library/react';
import { sceneWith } from '../../testing/media-fixtures';
import { MediaServer } from '../../testing/media-server';
import { leaveApp, renderApp } from '../../testing/render-app';
import { QueueBadge } from './QueueBadge';

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
    expect(screen.getByText('Active: 3 | Queued: 2')).toBeTruthy();
    server.queue = { jobs: [], activeJobs: 1, queuedJobs: 0 };
    await pass(4_800);
    expect(server.sent('GET', QUEUE)).toHaveLength(1);
    await pass(300);
    expect(server.sent('GET', QUEUE)).toHaveLength(2);
    expect(screen.getByText('Active: 1 | Queued: 0')).toBeTruthy();
  });

  it.each([
    [3_900, 1],
    [4_100, 2],
  ])('is what was read %i ms ago for whoever opens it then: %i read in all [IMGJOB-05]', async (age, reads) => {
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
