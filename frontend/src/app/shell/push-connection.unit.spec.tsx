import type { BatchProgress, PushMessage } from '@storyreel/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { placeholderVideo } from '../../features/pictures/clips/prediction-tracker';
import { ADA, AppServer, projectId, projectNumbered } from '../../testing/app-server';
import { fakeSocket } from '../../testing/fake-socket';
import { fakeWindow } from '../../testing/fake-window';
import { PREDICTION_ID } from '../../testing/media-fixtures';
import { leaveApp } from '../../testing/render-app';
import { renderAddress } from '../../testing/render-address';
import { sceneId, sceneWithImages } from '../../testing/workspace-server';

const PROJECT = projectId(1);
const WITH_VIDEO = { completedVideoUrl: '/api/media/final.mp4', completedVideoStatus: 'complete' } as const;
const CLIP = placeholderVideo(PREDICTION_ID, 5);
const at: string[] = [];
const position = '9';
const job = { id: PREDICTION_ID, sceneId: sceneId(1), projectId: PROJECT, status: 'completed' };
const tab = (name: string) => `/?project=${PROJECT}&tab=${name}`;

let server: AppServer;
beforeEach(() => {
  localStorage.clear();
  fakeWindow();
  server = new AppServer([projectNumbered(1, WITH_VIDEO)]);
  server.user = { ...ADA, roles: ['developer'] };
  server.data.holdScenes(PROJECT, [{ ...sceneWithImages(1, [{}]), speechStatus: 'processing', videos: [CLIP] }]);
  server.data.jobs.push({
    ...{ ...job, kind: 'video', status: 'processing', error: null, imageUrls: [], held: 0, wanted: '' },
    ...{ prompt: 'Waves', seconds: 5, work: { model: 'kling-v2.1', operation: 'generate_video', description: '' } },
  });
});
afterEach(leaveApp);

const progress: BatchProgress = {
  ...{ isOver: false, waiting: 1, running: 0, made: 0, failed: 0, skipped: 0, cancelled: 0 },
  ...{ status: 'running', atOnce: 3, sceneMs: null, zaps: 4, spentZaps: 0 },
};

/** Messages that contain their data or only show a notice, so that nothing is fetched. */
type Telling = 'chatReplyGrew' | 'storyDraftGrew' | 'budgetNeared';
type Asking = Exclude<PushMessage, { type: Telling }>;

/**
 * A window's address, the message it receives, the path it then fetches, and the path it had fetched before if that is
 * different.
 */
type Case<T> = [address: string, told: Omit<Extract<Asking, { type: T }>, 'type'>, read: string, before?: string];

const CASES: { [T in Asking['type']]: Case<T> } = {
  projectsChanged: [tab('board'), { projectIds: [PROJECT], at, position }, `/api/projects/${PROJECT}`],
  balanceChanged: ['/', { position }, '/api/credits/balance'],
  batchesChanged: ['/', { batches: [{ id: projectId(7), projectId: PROJECT, progress }], position }, '/api/batches'],
  scenesChanged: [tab('board'), { projectId: PROJECT, sceneIds: [sceneId(1)], at, position }, '/api/scenes'],
  imageJobsChanged: [tab('build'), { jobs: [job], position }, '/api/midjourney/queue'],
  videoJobsChanged: [tab('build'), { jobs: [job], position }, `/api/replicate/prediction/${PREDICTION_ID}`],
  speechJobsChanged: [tab('audio'), { jobs: [job], position }, `/api/scenes/${sceneId(1)}`, '/api/speech/voices'],
  filmsChanged: [tab('create'), { jobs: [{ ...job, sceneId: null }], position }, `/api/projects/${PROJECT}/films`],
  linksChanged: [tab('create'), { projectId: PROJECT, position }, `/api/projects/${PROJECT}/links`],
  storyDraftChanged: [tab('story'), { projectId: PROJECT, position }, `/api/projects/${PROJECT}/story-draft`],
  stylesChanged: ['/styles', { position }, '/api/styles'],
  castLibraryChanged: [tab('settings'), { position }, '/api/cast-library'],
  postsChanged: ['/social', { postIds: [], position }, '/api/social/posts'],
  socialAccountsChanged: ['/social', { position }, '/api/social/accounts'],
  templatesChanged: ['/create-post', { position }, '/api/content-templates'],
  chatChanged: ['/research', { position }, '/api/chat'],
  archiveChanged: ['/settings', { state: 'preparing', position }, '/api/account/archive'],
  stuckChanged: ['/runs?view=stuck', {}, '/api/runs/stuck'],
};

/** Shorter than any poll interval. */
const AT_ONCE_MS = 1_500;
const QUIET_LOOKS = 5;

/** Waits until the screen has fetched its first data and requests nothing more. */
async function isSettled(read: string, isFetching: () => number) {
  await waitFor(() => expect(server.sent('GET', read).length).toBeGreaterThan(0));
  let [quiet, calls] = [0, 0];
  const look = () => {
    quiet = calls === server.calls.length && isFetching() === 0 ? quiet + 1 : 0;
    calls = server.calls.length;
    expect(quiet).toBeGreaterThanOrEqual(QUIET_LOOKS);
  };
  await waitFor(look, { interval: 10 });
}

describe('a push message', () => {
  it.each(Object.entries(CASES))(
    'makes the open screen read again: %s',
    async (type, [address, told, read, before = read]) => {
      const { queryClient } = renderAddress(address);
      await screen.findByRole('main');
      await waitFor(() => expect(fakeSocket.isListening()).toBe(true));
      await isSettled(before, () => queryClient.isFetching());
      const reads = server.sent('GET', read).length;
      act(() => fakeSocket.push({ type, ...told } as PushMessage));
      await waitFor(() => expect(server.sent('GET', read).length).toBeGreaterThan(reads), { timeout: AT_ONCE_MS });
    },
  );
});

describe('a connection that the server refuses', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => {
    leaveApp();
    jest.useRealTimers();
  });
  async function open() {
    renderAddress('/', { fakeTimers: true });
    await screen.findAllByRole('button', { name: 'Project 1' });
    await waitFor(() => expect(fakeSocket.isListening()).toBe(true));
    act(() => fakeSocket.connect());
  }

  it('is opened again while the session is valid, and shows changes made meanwhile', async () => {
    await open();
    act(() => fakeSocket.refuse('unavailable'));
    server.change(PROJECT, { title: 'Renamed meanwhile' });
    await waitFor(() => expect(fakeSocket.reopened()).toBe(1));
    act(() => fakeSocket.connect());
    await screen.findAllByRole('button', { name: 'Renamed meanwhile' });
  });

  it('waits for the sign-in when the session has ended', async () => {
    await open();
    server.user = null;
    act(() => fakeSocket.dismiss());
    await screen.findByRole('dialog', { name: 'Sign in to continue' });
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(fakeSocket.reopened()).toBe(0);
  });
});
