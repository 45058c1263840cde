import { act, screen, waitFor, within } from '@testing-library/react';
import { batchWith } from '../../../testing/batch-fixtures';
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
const START = '/api/batches';

async function openBuild(server = new WorkspaceServer()) {
  const app = renderWorkspace('build', { fakeTimers: true });
  await screen.findAllByLabelText('Image Prompt');
  return { ...app, server };
}
async function askForImages(server = new WorkspaceServer()) {
  const app = await openBuild(server);
  await app.user.click(bulkButton());
  return {
    ...app,
    dialog: within(await screen.findByRole('alertdialog', { name: 'Generate Images for All Scenes?' })),
  };
}
const confirm = async ({ dialog, user }: Awaited<ReturnType<typeof askForImages>>): Promise<void> =>
  user.click(dialog.getByRole('button', { name: 'Generate Images' }));

/** Lets the server finish the batch, which continues without the screen. */
async function finishBatch(server: WorkspaceServer): Promise<void> {
  server.doWork();
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
    await screen.findByText('Images: 2 scenes in progress, 5 waiting');
  });

  it("has a 'Generate Videos' button that opens a dialog and makes no call [BUILD-07]", async () => {
    const { user, server } = await openBuild();
    await pass(0);
    const calls = server.calls.length;
    await user.click(screen.getByRole('button', { name: 'Generate Videos' }));
    await screen.findByRole('dialog', { name: 'Generate Videos' });
    await pass(1000);
    expect(server.calls).toHaveLength(calls);
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
    await dialog.findByText(/generate 4 images for 1 scene\./);
  });

  it("leaves a scene out of 'Generate Images' whose images are being made", async () => {
    const { server, ...page } = await askForImages(
      new WorkspaceServer([sceneNumbered(1, { imageStatus: 'processing' }), sceneNumbered(2)]),
    );
    await page.dialog.findByText('Cost: 0 zaps (included in subscription)');
    await confirm({ server, ...page });
    expect(server.sent('POST', START)[0]?.body).toMatchObject({ sceneIds: [sceneId(2)] });
  });
});

describe('the bulk dialog', () => {
  it('asks, at 0 zaps within the plan [BUILD-03, BUILD-05, IMGJOB-29]', async () => {
    const { dialog } = await askForImages();
    await dialog.findByText('Cost: 0 zaps (included in subscription)');
    dialog.getByText("Your plan: 60 of today's 60 scenes left.");
  });

  it('shows the price of the scenes above the day’s allowance', async () => {
    const server = new WorkspaceServer();
    server.on('GET', '/api/midjourney/bulk-quote', () => ({ json: { remainingToday: 1, zapsPerScene: 4 } }));
    const { dialog } = await askForImages(server);
    await dialog.findByText(/^Cost: 8 zaps\./);
  });

  it('cannot be confirmed without a price, and reads it again', async () => {
    const server = new WorkspaceServer();
    server.fail('GET', '/api/midjourney/bulk-quote', 503);
    const { dialog, user } = await askForImages(server);
    await dialog.findByText("Couldn't load the price, so nothing was started.");
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Generate Images' });
    expect(confirm.disabled).toBe(true);
    server.on('GET', '/api/midjourney/bulk-quote', () => ({ json: { remainingToday: 1, zapsPerScene: 4 } }));
    await user.click(dialog.getByRole('button', { name: 'Try Loading the Price Again' }));
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

  it('cannot be confirmed once no scene has a prompt [BUILD-06]', async () => {
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
    expect(server.sent('POST', START)).toEqual([]);
    expect(document.activeElement).toBe(bulkButton());
  });
});

describe('a batch of images on the Build tab', () => {
  it("shows 'Queuing...' while the batch is started [BUILD-03]", async () => {
    const server = new WorkspaceServer(scenesNumbered(2));
    let answer = (): void => undefined;
    server.on('POST', START, async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return { status: 201, json: batchWith({ waiting: 0, running: 2 }) };
    });
    await confirm(await askForImages(server));
    await waitFor(() => expect(bulkButton().textContent).toBe('Queuing...'));
    expect(bulkButton().disabled).toBe(true);
    await act(async () => answer());
    await screen.findByText('Generation started');
  });

  it('has all scenes with a prompt made by the server, with four placeholders each [IMGJOB-03, IMGJOB-26, IMGJOB-28]', async () => {
    const server = new WorkspaceServer([...scenesNumbered(4), sceneNumbered(5, { imagePrompt: ' ' })]);
    await confirm(await askForImages(server));
    await screen.findByText('Generation started');
    screen.getByText('4 scenes: the first 3 start at once.');
    expect(server.sent('POST', START).map(({ body }) => (body as { sceneIds: string[] }).sceneIds)).toEqual([
      [1, 2, 3, 4].map(sceneId),
    ]);
    await screen.findByText('0 of 4 scenes done');
    const first = within(screen.getByRole('region', { name: /^Scene 1:/ }));
    expect(await first.findAllByRole('button', { name: /^Image \d+, processing$/ })).toHaveLength(4);
    await finishBatch(server);
    await screen.findByText('Batch complete');
    expect(server.scene(4).imageUrls).toHaveLength(4);
    expect(server.scene(5).imageUrls).toHaveLength(0);
  });

  it('that is refused leaves the scenes unchanged [IMGJOB-27, IMGJOB-33]', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = new WorkspaceServer(scenesNumbered(2));
    server.fail('POST', START, 409, 'The price is now 4 zaps. Please confirm it again.', 'conflict');
    await confirm(await askForImages(server));
    await screen.findByText('Batch failed');
    screen.getByText('No scene could be queued. The price is now 4 zaps. Please confirm it again.');
    const first = within(screen.getByRole('region', { name: /^Scene 1:/ }));
    expect(first.queryAllByRole('button', { name: /^Image \d+, processing$/ })).toHaveLength(0);
    expect(bulkButton().disabled).toBe(false);
    logged.mockRestore();
  });

  it('is still there after another tab was open, and after the project was left [IMGJOB-30]', async () => {
    const server = new WorkspaceServer(scenesNumbered(4));
    const app = await askForImages(server);
    await confirm(app);
    await screen.findByText('0 of 4 scenes done');
    await act(() => app.user.click(screen.getByRole('tab', { name: /^Board/ })));
    await screen.findByRole('article', { name: 'Scene 1' });
    await act(() => app.user.click(screen.getByRole('tab', { name: /^Build/ })));
    await screen.findByText('0 of 4 scenes done');
    await act(() => app.user.click(screen.getByRole('button', { name: 'Back to projects' })));
    await screen.findByRole('heading', { name: 'Your Projects' });
    act(() => app.back());
    await screen.findByText('0 of 4 scenes done');
    await finishBatch(server);
    await screen.findByText('Batch complete');
  });

  it('is there after a reload, and can be paused, resumed and canceled', async () => {
    const server = new WorkspaceServer(scenesNumbered(4));
    await confirm(await askForImages(server));
    await screen.findByText('0 of 4 scenes done');
    leaveApp();
    const { user } = await openBuild(server);
    await screen.findByText('0 of 4 scenes done');
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    await user.click(await screen.findByRole('button', { name: 'Resume' }));
    await user.click(await screen.findByRole('button', { name: 'Pause' }));
    // Buttons are looked up within the batch's line, because a scene in progress has a button with the same name.
    const [line = document.body] = screen.getAllByRole('group', { name: /batch$/ });
    await user.click(await within(line).findByRole('button', { name: 'Cancel' }));
    await finishBatch(server);
    await waitFor(() => expect(bulkButton().disabled).toBe(false));
    expect(server.scene(4).imageUrls).toHaveLength(0);
  });
});
