import { act, screen, waitFor, within } from '@testing-library/react';
import { type Batch, continuityDetailsOf } from '@storyreel/contracts';
import { batchWith, overBatch } from '../../../testing/batch-fixtures';
import { projectWith } from '../../../testing/media-fixtures';
import { leaveApp } from '../../../testing/render-app';
import { renderWorkspace } from '../../../testing/render-workspace';
import { sceneId, scenesNumbered, WorkspaceServer } from '../../../testing/workspace-server';
import { descriptionsCost } from '../../zaps/price';

afterEach(leaveApp);

/** Enough time for several polls: without a socket, a batch is polled every few seconds. */
const LONG = { timeout: 9_000 };

/** Returns scenes that have neither a description nor a prompt. */
const undescribed = (count: number) =>
  scenesNumbered(count).map((scene) => ({ ...scene, description: '', imagePrompt: '' }));

const asked = (server: WorkspaceServer) =>
  server.sent('POST', '/api/batches').flatMap(({ body }) => (body as { sceneIds: string[] }).sceneIds);
const DONE = { kind: 'descriptions' as const, waiting: 0, running: 0 };

async function create(server: WorkspaceServer) {
  const app = renderWorkspace('scenes');
  const button = await screen.findByRole<HTMLButtonElement>('button', {
    name: /^(Create (Descriptions|\d+ Missing)|Rewrite All)/,
  });
  await waitFor(() => expect(button.disabled).toBe(false));
  await app.user.click(button);
  return { ...app, server };
}

/** Serves the batch in a state that the test sets. */
function answer(server: WorkspaceServer, started: Batch): (next: Batch) => void {
  let now = started;
  let isStarted = false;
  server.on('POST', '/api/batches', () => {
    isStarted = true;
    return { status: 201, json: started };
  });
  server.on('GET', '/api/batches', () => ({ json: isStarted ? [now] : [] }));
  return (next) => (now = next);
}

describe('Create Descriptions', () => {
  it("shows 'Generating x/y descriptions...' while it runs, and ends well [AI-01, AI-03]", async () => {
    const server = new WorkspaceServer(undescribed(4));
    const { queryClient } = await create(server);
    await screen.findByText('Generating 0/4 descriptions...');
    expect(asked(server)).toEqual([1, 2, 3, 4].map(sceneId));
    server.doWork();
    await act(() => queryClient.invalidateQueries());
    await screen.findByText('All Descriptions Generated!', undefined, LONG);
    expect(server.scenes.every(({ description }) => description === 'Described.')).toBe(true);
    await screen.findByRole('button', { name: 'Rewrite All' });
  });

  it('shows the next step in its place when it is finished, not above it while it runs', async () => {
    const server = new WorkspaceServer(
      scenesNumbered(2).map((scene, at) => ({ ...scene, imagePrompt: at === 0 ? 'A lamp' : '' })),
    );
    const say = answer(server, batchWith({ ...DONE, made: 1, running: 1 }));
    await create(server);
    await screen.findByText('Generating 1/2 descriptions...');
    expect(screen.queryByRole('button', { name: /^Next:/ })).toBeNull();
    server.change(sceneId(2), { imagePrompt: 'A lamp' });
    say(overBatch({ ...DONE, made: 2 }));
    await screen.findByRole('button', { name: 'Next: Generate Images' }, LONG);
  });

  it('continues while another tab is open [AI-01]', async () => {
    const server = new WorkspaceServer(undescribed(2));
    const { user, queryClient } = await create(server);
    await screen.findByText('Generating 0/2 descriptions...');
    await user.click(screen.getByRole('tab', { name: /^Board/ }));
    await user.click(screen.getByRole('tab', { name: /^Scenes/ }));
    await screen.findByText('Generating 0/2 descriptions...');
    server.doWork();
    await act(() => queryClient.invalidateQueries());
    await screen.findByText('All Descriptions Generated!', undefined, LONG);
  });

  it('writes only missing descriptions, for their price', async () => {
    const server = new WorkspaceServer([...scenesNumbered(5), ...undescribed(7).slice(5)]);
    const app = renderWorkspace('scenes');
    await app.user.click(await screen.findByRole('button', { name: /^Create 2 Missing/ }));
    await screen.findByText('Generating 0/2 descriptions...');
    expect(asked(server)).toEqual([6, 7].map(sceneId));
    expect(server.sent('POST', '/api/batches')[0]?.body).toMatchObject({ zaps: 1 });
  });

  it('asks, with the price, before it overwrites, and skips manually edited scenes by default', async () => {
    const { server, user } = await create(
      new WorkspaceServer(scenesNumbered(7).map((scene, at) => ({ ...scene, textsEdited: at < 2 }))),
    );
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Rewrite All Descriptions?' }));
    dialog.getByText(/^No description is missing\. The descriptions and prompts of 5 scenes will be replaced/);
    await dialog.findByText('Cost: 2.5 zaps');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(asked(server)).toEqual([]);
    expect(document.activeElement?.textContent).toBe('Rewrite All');
    await user.click(screen.getByRole('button', { name: 'Rewrite All' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Also replace your own edits in 2 scenes' }));
    await screen.findByText('Cost: 3.5 zaps');
    screen.getByRole('button', { name: 'Rewrite 7 Scenes' });
    await user.click(screen.getByRole('checkbox', { name: /own edits/ }));
    const confirm = await screen.findByRole<HTMLButtonElement>('button', { name: 'Rewrite 5 Scenes' });
    await waitFor(() => expect(confirm.disabled).toBe(false));
    await user.click(confirm);
    await screen.findByText('Generating 0/5 descriptions...');
    expect(asked(server)).toEqual([3, 4, 5, 6, 7].map(sceneId));
  });

  it('needs a story [AI-02]', async () => {
    const { server } = await create(new WorkspaceServer(undescribed(2), projectWith({ story: ' ' })));
    await screen.findByText('Please write a story first');
    expect(asked(server)).toEqual([]);
  });

  it('needs at least one scene [AI-02]', async () => {
    const { server } = await create(new WorkspaceServer([]));
    await screen.findByText('Please create scenes first');
    expect(asked(server)).toEqual([]);
  });

  it('is priced by the number of scenes [ZAPS-21]', async () => {
    const { server } = await create(new WorkspaceServer(undescribed(7)));
    await screen.findByText('Generating 0/7 descriptions...');
    expect(descriptionsCost(7)).toMatchObject({ operation: 'scene_description', usage: { scenes: 7 } });
    expect(server.sent('POST', '/api/batches')[0]?.body).toMatchObject({ zaps: 3.5 });
  });

  it("says 'Partial Success' with the numbers when some failed [AI-03]", async () => {
    const server = new WorkspaceServer(undescribed(3));
    const say = answer(server, batchWith({ ...DONE, running: 3 }));
    await create(server);
    say(overBatch({ ...DONE, made: 2, failed: 1 }));
    await screen.findByText('Partial Success', undefined, LONG);
    screen.getByText('2/3 descriptions generated.');
  });

  it("says 'Generation Failed' when none was made [AI-03]", async () => {
    const server = new WorkspaceServer(undescribed(2));
    const say = answer(server, batchWith({ ...DONE, running: 2 }));
    await create(server);
    say(overBatch({ ...DONE, failed: 2 }));
    await screen.findByText('Generation Failed', undefined, LONG);
  });

  it('pauses when the zaps are used up, and continues when it is resumed', async () => {
    const server = new WorkspaceServer(undescribed(4));
    const { user, queryClient } = await create(server);
    await screen.findByText('Generating 0/4 descriptions...');
    server.balance = 1;
    server.doWork();
    await act(() => queryClient.invalidateQueries());
    await screen.findByText(/^Paused: You need/);
    server.balance = 10;
    await user.click(screen.getByRole('button', { name: 'Resume' }));
    server.doWork();
    await act(() => queryClient.invalidateQueries());
    await screen.findByText('All Descriptions Generated!', undefined, LONG);
  });

  it('can be canceled; finished descriptions stay', async () => {
    const server = new WorkspaceServer(undescribed(6));
    const { user, queryClient } = await create(server);
    await screen.findByText('Generating 0/6 descriptions...');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    server.doWork();
    await act(() => queryClient.invalidateQueries());
    await screen.findByText('Partial Success', undefined, LONG);
    screen.getByText('3/6 descriptions generated.');
  });
});

describe('continuity details', () => {
  const project = projectWith();
  it('are the non-empty ones of characters, environment and props', () => {
    const details = continuityDetailsOf({ ...project, characters: 'Mira: tall', props: 'A lamp' });
    expect(details).toBe('Characters:\nMira: tall\n\nProps:\nA lamp');
  });

  it("fall back to 'Main character: ...' [AI-05]", () => {
    const details = continuityDetailsOf({ ...project, midjourneyPrompt: 'a keeper in a red coat' });
    expect(details).toBe('Main character: a keeper in a red coat');
  });

  it("fall back to 'No specific continuity details available' [AI-05]", () => {
    expect(continuityDetailsOf(project)).toBe('No specific continuity details available');
  });
});
