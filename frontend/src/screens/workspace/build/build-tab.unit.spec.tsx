import { act, screen, waitFor, within } from '@testing-library/react';
import type { FakeAnswer } from '../../../testing/fake-server';
import { leaveApp } from '../../../testing/render-app';
import { renderWorkspace } from '../../../testing/render-workspace';
import { sceneId, sceneNumbered, scenesNumbered, WorkspaceServer } from '../../../testing/workspace-server';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  leaveApp();
  jest.useRealTimers();
});

const pass = (ms: number): Promise<void> => act(() => jest.advanceTimersByTimeAsync(ms));
const bulkButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^(Generate Images|Queuing\.\.\.)$/ });
const GENERATE = '/api/midjourney/generate-image';

async function openBuild(server = new WorkspaceServer()) {
  const app = renderWorkspace('build', { fakeTimers: true });
  await screen.findAllByLabelText('Image Prompt');
  return { ...app, server };
}
async function askForImages(server = new WorkspaceServer()) {
  const app = await openBuild(server);
  await app.user.click(bulkButton());
  return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Generate Images for All Scenes?' })) };
}
const confirm = async ({ dialog, user }: Awaited<ReturnType<typeof askForImages>>): Promise<void> =>
  user.click(dialog.getByRole('button', { name: 'Generate Images' }));

/** Ends the run, which outlives the screen. */
async function finishRun(server: WorkspaceServer): Promise<void> {
  for (const { id } of server.scenes) server.change(id, { imageStatus: 'complete' });
  await pass(5_000);
}

describe('the Build tab', () => {
  it('stacks one editor per scene [BUILD-01]', async () => {
    await openBuild();
    expect(screen.getAllByRole('region', { name: /^Scene \d:/ })).toHaveLength(3);
  });

  it("says 'No scenes to build' while there are none [BUILD-01]", async () => {
    new WorkspaceServer([]);
    renderWorkspace('build', { fakeTimers: true });
    await screen.findByText('No scenes to build');
  });

  it('shows the numbers of the image queue [BUILD-02]', async () => {
    const { server } = await openBuild();
    server.on('GET', '/api/midjourney/queue', () => ({ json: { jobs: [], activeJobs: 2, queuedJobs: 5 } }));
    await pass(5_000);
    await screen.findByText('Active: 2 | Queued: 5');
  });

  it("has a 'Generate Videos' button that makes no call [BUILD-07]", async () => {
    const { user, server } = await openBuild();
    await pass(0);
    const calls = server.calls.length;
    await user.click(screen.getByRole('button', { name: 'Generate Videos' }));
    await pass(1000);
    expect(server.calls).toHaveLength(calls);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it("disables 'Generate Images' when no scene has a prompt [BUILD-04]", async () => {
    await openBuild(
      new WorkspaceServer([sceneNumbered(1, { imagePrompt: ' ' }), sceneNumbered(2, { imagePrompt: '' })]),
    );
    expect(bulkButton().disabled).toBe(true);
  });

  it("offers 'Generate Images' when one of its scenes has a prompt, for that one [BUILD-04]", async () => {
    const server = new WorkspaceServer([sceneNumbered(1, { imagePrompt: ' ' }), sceneNumbered(2)]);
    const { dialog } = await askForImages(server);
    await dialog.findByText(/^1 scene gets/);
  });
});

describe('the bulk dialog', () => {
  it('asks, at 0 zaps within the plan [BUILD-03, BUILD-05, IMGJOB-29]', async () => {
    const { dialog } = await askForImages();
    await dialog.findByText('Cost: 0 zaps (included in subscription)');
  });

  it('shows the price of the scenes that the day has no room for', async () => {
    const server = new WorkspaceServer();
    server.on('GET', '/api/midjourney/bulk-quote', () => ({ json: { remainingToday: 1, zapsPerScene: 4 } }));
    const { dialog } = await askForImages(server);
    await dialog.findByText(/^Cost: 8 zaps\./);
  });

  it('cannot be confirmed without a price, and asks for it again', async () => {
    const server = new WorkspaceServer();
    server.fail('GET', '/api/midjourney/bulk-quote', 503);
    const { dialog, user } = await askForImages(server);
    await dialog.findByText('The price could not be read, so nothing is started.');
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Generate Images' });
    expect(confirm.disabled).toBe(true);
    server.on('GET', '/api/midjourney/bulk-quote', () => ({ json: { remainingToday: 1, zapsPerScene: 4 } }));
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    await dialog.findByText(/^Cost: 8 zaps\./);
    expect(confirm.disabled).toBe(false);
  });

  it('cannot be confirmed when its price is more than the balance', async () => {
    const server = new WorkspaceServer();
    server.on('GET', '/api/midjourney/bulk-quote', () => ({ json: { remainingToday: 0, zapsPerScene: 4 } }));
    server.on('GET', '/api/credits/balance', () => ({ json: { balance: 11.5 } }));
    const { dialog } = await askForImages(server);
    await dialog.findByText('Insufficient zaps. Need 12, have 11.5');
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Generate Images' }).disabled).toBe(true);
  });

  it('cannot be confirmed once no scene has a prompt any more [BUILD-06]', async () => {
    const { dialog, server, queryClient } = await askForImages();
    for (const { id } of server.scenes) server.change(id, { imagePrompt: '' });
    await act(() => queryClient.invalidateQueries());
    await dialog.findByText('No scenes with image prompts found.');
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Generate Images' }).disabled).toBe(true);
  });

  it('queues nothing on Cancel, and returns the focus', async () => {
    const { dialog, user, server } = await askForImages();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await pass(100);
    expect(server.sent('POST', GENERATE)).toEqual([]);
    expect(document.activeElement).toBe(bulkButton());
  });
});

describe('a bulk run on the Build tab', () => {
  function hold(server: WorkspaceServer): (() => void)[] {
    const waiting: (() => void)[] = [];
    server.on('POST', GENERATE, async ({ body }): Promise<FakeAnswer> => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      server.change((body as { sceneId: string }).sceneId, { imageStatus: 'processing' });
      return { json: { jobId: sceneId(500), queuePosition: 0, queueStats: { activeJobs: 1, queuedJobs: 0 } } };
    });
    return waiting;
  }

  it("shows 'Queuing...' and marks each scene with four placeholders [BUILD-03, IMGJOB-26]", async () => {
    const server = new WorkspaceServer(scenesNumbered(2));
    const waiting = hold(server);
    await confirm(await askForImages(server));
    await waitFor(() => expect(bulkButton().textContent).toBe('Queuing...'));
    expect(bulkButton().disabled).toBe(true);
    await waitFor(() => expect(server.sent('POST', GENERATE)).toHaveLength(1));
    const first = within(screen.getByRole('region', { name: /^Scene 1:/ }));
    first.getByText('Generating images');
    expect(first.getAllByRole('button', { name: /^Image \d+, processing$/ })).toHaveLength(4);
    await act(async () => waiting[0]?.());
    await waitFor(() => expect(server.sent('POST', GENERATE)).toHaveLength(2));
    screen.getByText('1 of 2 scenes queued');
    await act(async () => waiting[1]?.());
    await screen.findByText('Jobs queued');
    await finishRun(server);
    await screen.findByText('Batch complete');
  });

  it('is still there after another tab was looked at, and after the project was left [IMGJOB-30]', async () => {
    const server = new WorkspaceServer(scenesNumbered(2));
    const waiting = hold(server);
    const app = await askForImages(server);
    await confirm(app);
    await waitFor(() => expect(server.sent('POST', GENERATE)).toHaveLength(1));
    await act(() => app.user.click(screen.getByRole('tab', { name: /^Board/ })));
    await screen.findByRole('article', { name: 'Scene 1' });
    await act(async () => waiting[0]?.());
    await waitFor(() => expect(waiting).toHaveLength(2));
    await act(async () => waiting[1]?.());
    await screen.findByText('Jobs queued');
    server.change(sceneId(1), { imageStatus: 'complete' });
    await pass(3000);
    await act(() => app.user.click(screen.getByRole('tab', { name: /^Build/ })));
    await screen.findByText('1 of 2 scenes done');
    await act(() => app.user.click(screen.getByRole('button', { name: 'Back to projects' })));
    await screen.findByRole('heading', { name: 'Your Projects' });
    act(() => app.back());
    await screen.findByText('1 of 2 scenes done');
    await finishRun(server);
    await screen.findByText('Batch complete');
  });
});
