import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { projectWith, PROJECT_ID } from '../../testing/media-fixtures';
import { leaveApp } from '../../testing/render-app';
import { renderWorkspace } from '../../testing/render-workspace';
import { WRITTEN } from '../../testing/storyreel/serve-stories';
import { WorkspaceServer } from '../../testing/workspace-server';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  leaveApp();
  jest.useRealTimers();
});

const PATH = `/api/projects/${PROJECT_ID}/story-draft`;
const WRITE = `/api/projects/${PROJECT_ID}/write-story`;
const IDEA = 'Elias finds a bottle.';
const pass = (ms: number): Promise<void> => act(() => jest.advanceTimersByTimeAsync(ms));
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const page = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Story' });

async function open(story = '') {
  const server = new WorkspaceServer([], projectWith({ story }));
  const app = renderWorkspace('story', { fakeTimers: true });
  await screen.findByRole('textbox', { name: 'Story' });
  await waitFor(() => expect(button(/^Write Story/).textContent).toContain('0.5'));
  return { ...app, server };
}
async function openDialog(story = '') {
  const app = await open(story);
  await app.user.click(button(/^Write Story/));
  const dialog = within(await screen.findByRole('dialog', { name: 'Write Story' }));
  return { ...app, dialog };
}
async function begin(story = '') {
  const app = await openDialog(story);
  fireEvent.change(app.dialog.getByRole('textbox', { name: 'Idea' }), { target: { value: IDEA } });
  await app.user.click(app.dialog.getByRole('button', { name: story === '' ? 'Write Story' : 'Replace Story' }));
  await screen.findByText('Writing your story...');
  return app;
}
/** Lets the text model finish, and refetches the draft. */
async function written(server: WorkspaceServer): Promise<void> {
  server.doWork();
  await pass(2000);
}

describe("'Write Story'", () => {
  it('makes no call and changes nothing: it opens a dialog with the price [STORY-03]', async () => {
    const { server, user } = await open('Once upon a time.');
    const calls = server.calls.length;
    await user.click(button(/^Write Story/));
    const dialog = within(await screen.findByRole('dialog', { name: 'Write Story' }));
    dialog.getByText(/^Cost: 0.5 zaps/);
    dialog.getByText('Your current story will be replaced. Undo brings it back.');
    await pass(5000);
    expect(server.calls).toHaveLength(calls);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(page().value).toBe('Once upon a time.');
    expect(server.calls).toHaveLength(calls);
  });

  it('needs an idea within the limit', async () => {
    const { dialog } = await openDialog();
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Write Story' });
    expect(confirm.disabled).toBe(true);
    const idea = dialog.getByRole('textbox', { name: 'Idea' });
    fireEvent.change(idea, { target: { value: '灯'.repeat(1_400) } });
    expect(confirm.disabled).toBe(true);
    dialog.getByText(/^Too long by 200 bytes/);
    fireEvent.change(idea, { target: { value: IDEA } });
    expect(confirm.disabled).toBe(false);
  });

  it('sends the idea, the tone and the length, and shows the story when it is complete [STORY-03]', async () => {
    const { server, dialog, user } = await openDialog();
    fireEvent.change(dialog.getByRole('textbox', { name: 'Idea' }), { target: { value: IDEA } });
    await user.click(dialog.getByRole('radio', { name: 'Tense' }));
    await user.click(dialog.getByRole('radio', { name: /^Long/ }));
    await user.click(dialog.getByRole('button', { name: 'Write Story' }));
    await screen.findByText('Writing your story...');
    expect(server.sent('POST', WRITE).map(({ body }) => body)).toEqual([
      { idea: IDEA, tone: 'tense', length: 'long', replaces: false },
    ]);
    expect(page().readOnly).toBe(true);
    await written(server);
    await screen.findByText('Your new story is in place.');
    expect(page().value).toBe(WRITTEN);
    expect(page().readOnly).toBe(false);
    expect(server.data.balance).toBe(99.5);
  });

  it('can be undone with one press, and redone', async () => {
    const { server, user } = await begin('Once upon a time.');
    await written(server);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('Your earlier story is back.');
    await waitFor(() => expect(page().value).toBe('Once upon a time.'));
    await user.click(button('Use New Story'));
    await waitFor(() => expect(page().value).toBe(WRITTEN));
  });

  it('can be stopped, which costs nothing and keeps the earlier story', async () => {
    const { server, user } = await begin('Once upon a time.');
    expect(server.data.balance).toBe(99.5);
    await waitFor(() => expect(document.activeElement).toBe(button('Stop')));
    await user.click(button('Stop'));
    await waitFor(() => expect(page().value).toBe('Once upon a time.'));
    expect(server.data.balance).toBe(100);
  });

  it('keeps text that another window wrote meanwhile, and offers the new story', async () => {
    const { server, user } = await begin();
    const kept = server.data.keptProject(PROJECT_ID);
    server.data.setProject(kept, { ...kept.row, story: 'From the other window.' });
    await written(server);
    await screen.findByText(/^A new story is ready/);
    expect(page().value).toBe('From the other window.');
    await user.click(button('Use New Story'));
    await waitFor(() => expect(page().value).toBe(WRITTEN));
  });

  it('continues after a reload, and is dismissed for good', async () => {
    const { server } = await begin();
    leaveApp();
    const again = renderWorkspace('story', { fakeTimers: true });
    await screen.findByText('Writing your story...');
    await written(server);
    await again.user.click(await screen.findByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByText('Your new story is in place.')).toBeNull());
    expect(page().value).toBe(WRITTEN);
    expect(server.sent('DELETE', PATH)).toHaveLength(1);
  });

  it('stays open and shows why it could not be started', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { server, dialog, user } = await openDialog();
    server.fail('POST', WRITE, 402, 'You need 0.5 zaps.', 'insufficient_zaps');
    fireEvent.change(dialog.getByRole('textbox', { name: 'Idea' }), { target: { value: IDEA } });
    await user.click(dialog.getByRole('button', { name: 'Write Story' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('Nothing was changed. You need 0.5 zaps.');
    logged.mockRestore();
  });
});
