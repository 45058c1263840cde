import { screen, waitFor, within } from '@testing-library/react';
import type { Batch, RefreshBill, RefreshItem } from '@storyreel/contracts';
import { batchWith, overBatch } from '../../testing/batch-fixtures';
import { PROJECT_ID, projectWith } from '../../testing/media-fixtures';
import { leaveApp } from '../../testing/render-app';
import { renderWorkspace } from '../../testing/render-workspace';
import { sceneId, sceneWithImages, WorkspaceServer } from '../../testing/workspace-server';

afterEach(() => leaveApp());

const item = (step: RefreshItem['step'], n: number, more: Partial<RefreshItem> = {}): RefreshItem => ({
  id: step === 'film' ? `film/${PROJECT_ID}` : `${step}/${sceneId(n)}`,
  ...{ step, sceneId: step === 'film' ? null : sceneId(n), title: step === 'film' ? 'The film' : `Beat ${n}` },
  ...{ thumbnail: null, reasons: [], after: [], zaps: 1, problem: null },
  ...more,
});
const images = [1, 2].map((n) => item('images', n, { reasons: ['Mara’s look changed'], zaps: 4 }));
const BILL: RefreshBill = {
  items: [
    ...images,
    item('clips', 1, { after: [`images/${sceneId(1)}`], zaps: 9 }),
    item('speech', 3, { reasons: ['Its words changed'], problem: 'This voice does not speak Thai.' }),
    item('film', 0, { after: images.map(({ id }) => id), zaps: 2 }),
  ],
  includedImages: 1,
};

async function openProject(bill: RefreshBill = BILL, batch: Batch | null = null) {
  const [first, ...others] = [1, 2, 3].map((n) => sceneWithImages(n, [{}]));
  const server = new WorkspaceServer(first ? [first, ...others] : [], projectWith());
  let now = batch;
  server.on('GET', '/api/projects/:id/refresh', () => ({ json: bill }));
  server.on('GET', '/api/batches', () => ({ json: now ? [now] : [] }));
  server.on('POST', '/api/batches', () => {
    now = batchWith({ kind: 'refresh', waiting: 3, running: 1 });
    return { json: now, status: 201 };
  });
  const app = renderWorkspace('settings');
  await screen.findAllByRole('tab');
  return { ...app, server, started: () => server.sent('POST', '/api/batches') };
}
const bar = () => screen.findByRole('region', { name: 'Refresh' });
const WORDS = 'Refresh what changed: 2 images, 1 clip, 1 film · 15 zaps';
type User = Awaited<ReturnType<typeof openProject>>['user'];
const open = async (user: User) => {
  await user.click(within(await bar()).getByRole('button', { name: 'Choose and Refresh' }));
  return within(await screen.findByRole('alertdialog', { name: 'Refresh What Changed' }));
};

describe('the bar for stale items', () => {
  it('lists everything that can be made again, with its price, and reappears after new changes', async () => {
    const { user } = await openProject();
    expect((await bar()).textContent).toContain(WORDS);
    await user.click(within(await bar()).getByRole('button', { name: 'Hide' }));
    expect(screen.queryByRole('region', { name: 'Refresh' })).toBeNull();
  });

  it('is hidden when nothing changed', async () => {
    const { server } = await openProject({ items: [], includedImages: 60 });
    await waitFor(() => expect(server.sent('GET', /refresh$/)).not.toEqual([]));
    expect(screen.queryByRole('region', { name: 'Refresh' })).toBeNull();
  });

  it('opens a list to choose from: an item includes those that depend on it, and the sum follows', async () => {
    const { user, started } = await openProject();
    const dialog = await open(user);
    const box = (name: RegExp) => dialog.getByRole<HTMLButtonElement>('checkbox', { name });
    const state = (name: RegExp) => [box(name).ariaChecked === 'true', box(name).disabled];
    dialog.getByText('Cost: 15 zaps, 1 image included in your plan today');
    expect(state(/Beat 3.*does not speak Thai/)).toEqual([false, true]);
    await user.click(box(/Beat 1.*Mara’s look changed/));
    expect(state(/Beat 1.*another item that is refreshed/)).toEqual([false, true]);
    dialog.getByText('Cost: 2 zaps, 1 image included in your plan today');
    await user.click(box(/Beat 2/));
    dialog.getByText('Choose something to refresh.');
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Refresh' }).disabled).toBe(true);
    await user.click(box(/Beat 2/));
    await user.click(dialog.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(started()).toHaveLength(1));
    expect(started()[0]?.body).toMatchObject({
      ...{ kind: 'refresh', projectId: PROJECT_ID, sceneIds: [], zaps: 2 },
      refresh: [`images/${sceneId(2)}`, `film/${PROJECT_ID}`],
    });
    await within(await bar()).findByText(/Refreshing: 0 of 4 done/);
  });

  it('lists failures, which can be retried', async () => {
    const problems = [{ sceneId: sceneId(1), step: 'images' as const, message: 'Images of “Beat 1”: too dark' }];
    await openProject(BILL, overBatch({ kind: 'refresh', made: 1, failed: 1, problems }));
    expect((await bar()).textContent).toContain('Images of “Beat 1”: too dark');
    within(await bar()).getByRole('button', { name: 'Retry 1 Failed' });
  });
});
