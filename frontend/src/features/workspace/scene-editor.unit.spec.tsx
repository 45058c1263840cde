import type { Scene } from '@storyreel/contracts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { leaveApp } from '../../testing/render-app';
import { besideLabel, editor, field, write } from '../../testing/scene-editors';
import { renderWorkspace } from '../../testing/render-workspace';
import { sceneId, sceneNumbered, scenesNumbered, WorkspaceServer } from '../../testing/workspace-server';
import { onPush, refreshScenes } from '../scenes/api';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  leaveApp();
  jest.useRealTimers();
});

const pass = (ms: number): Promise<void> => act(() => jest.advanceTimersByTimeAsync(ms));
/** Autosaved fields: label, name, typed text and saved value. */
const FIELDS = [
  ['Sentence Fragment', 'title', 'Precious', 'Precious'],
  ['Scene Description', 'description', 'Precious', 'Precious'],
  ['Image Prompt', 'imagePrompt', 'Precious', 'Precious'],
  ['Video Prompt', 'videoPrompt', 'Precious', 'Precious'],
  ['Duration (seconds)', 'duration', '8', 8],
] as const;
async function openBuild(server = new WorkspaceServer()) {
  const app = renderWorkspace('build', { fakeTimers: true });
  // This is the part of an editor that renders last.
  await screen.findAllByLabelText('Duration (seconds)');
  const patches = (n: number) => server.sent('PATCH', `/api/scenes/${sceneId(n)}`).map(({ body }) => body);
  return { ...app, server, patches };
}

describe('an inline scene editor', () => {
  it("is headed 'Scene {n}: {title or Untitled}' with an image status badge [EDITOR-03, EDITOR-04]", async () => {
    await openBuild(new WorkspaceServer([sceneNumbered(1), sceneNumbered(2, { title: '  ', imageStatus: 'failed' })]));
    screen.getByRole('heading', { name: 'Scene 1: Beat 1' });
    screen.getByRole('heading', { name: 'Scene 2: Untitled' });
    editor(1).getByText('No images yet');
    editor(2).getByText('Images failed');
  });

  it.each([
    ['pending', 'No images yet'],
    ['idle', 'No images'],
    ['processing', 'Generating images'],
    ['complete', 'Images complete'],
    ['failed', 'Images failed'],
  ] as const)('has a badge for images that are %s [EDITOR-04]', async (imageStatus, words) => {
    await openBuild(new WorkspaceServer([sceneNumbered(1, { imageStatus })]));
    expect(screen.getByRole('heading', { name: 'Scene 1: Beat 1' }).nextSibling?.textContent).toBe(words);
  });

  it('has previous, next and its place among several scenes [EDITOR-05]', async () => {
    await openBuild();
    editor(2).getByText('2 of 3');
    expect(editor(1).getByRole<HTMLButtonElement>('button', { name: 'Previous scene' }).disabled).toBe(true);
    expect(editor(3).getByRole<HTMLButtonElement>('button', { name: 'Next scene' }).disabled).toBe(true);
  });

  it('moves to either neighbour [EDITOR-05]', async () => {
    const { user } = await openBuild();
    const scrolled = jest.spyOn(Element.prototype, 'scrollIntoView');
    const indexes = () => scrolled.mock.contexts.map((row) => (row as HTMLElement).dataset.index);
    await user.click(editor(1).getByRole('button', { name: 'Next scene' }));
    await pass(50);
    expect(indexes()).toEqual(['1']);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Scene 2: Beat 2' }));
    await user.click(editor(3).getByRole('button', { name: 'Previous scene' }));
    await pass(50);
    expect(indexes()).toEqual(['1', '1']);
    scrolled.mockRestore();
  });

  it('has no previous and next for the only scene [EDITOR-05]', async () => {
    await openBuild(new WorkspaceServer(scenesNumbered(1)));
    for (const name of ['Next scene', 'Previous scene']) expect(editor(1).queryByRole('button', { name })).toBeNull();
    expect(editor(1).queryByText('1 of 1')).toBeNull();
  });

  it('has the four texts, the title 2 rows high [EDITOR-06, EDITOR-07]', async () => {
    await openBuild();
    expect(field(1, 'Sentence Fragment').rows).toBe(2);
    expect(field(1, 'Sentence Fragment').value).toBe('Beat 1');
    expect(field(1, 'Scene Description').value).toBe('What happens in beat 1.');
    expect(field(1, 'Image Prompt').value).toBe('Picture 1');
    expect(field(1, 'Video Prompt').value).toBe('Motion 1');
  });
});

describe('a scene’s text while it is edited', () => {
  it.each([
    ['Sentence Fragment', 'title'],
    ['Scene Description', 'description'],
    ['Image Prompt', 'imagePrompt'],
    ['Video Prompt', 'videoPrompt'],
  ])('%s is saved after 1500 ms of no change, alone [EDITOR-08]', async (label, name) => {
    const { patches } = await openBuild();
    write(1, label, 'New');
    await pass(1000);
    write(1, label, 'New words');
    await pass(1499);
    expect(patches(1)).toEqual([]);
    await pass(1);
    expect(patches(1)).toEqual([{ [name]: 'New words' }]);
  });

  it('Duration is saved after 1500 ms of no change, alone [EDITOR-08]', async () => {
    const { patches } = await openBuild();
    const seconds = editor(1).getByRole('spinbutton', { name: /^Duration/ });
    fireEvent.change(seconds, { target: { value: '7' } });
    await pass(1000);
    fireEvent.change(seconds, { target: { value: '8' } });
    await pass(1499);
    expect(patches(1)).toEqual([]);
    await pass(1);
    expect(patches(1)).toEqual([{ duration: 8 }]);
  });

  it('shows at once, in the header too [EDITOR-12]', async () => {
    await openBuild();
    write(1, 'Sentence Fragment', 'A new beat');
    expect(field(1, 'Sentence Fragment').value).toBe('A new beat');
    screen.getByRole('heading', { name: 'Scene 1: A new beat' });
  });

  it.each(FIELDS)("%s says 'Saving...' and then 'Saved {time}' [EDITOR-10]", async (label, _name, typed) => {
    const { server } = await openBuild();
    jest.setSystemTime(new Date(2026, 10, 21, 9, 5));
    let answer: () => void = () => undefined;
    server.on('PATCH', '/api/scenes/:id', async ({ body }) => {
      await new Promise<void>((resolve) => (answer = resolve));
      return { json: server.change(sceneId(1), body as Partial<Scene>) };
    });
    write(1, label, typed);
    await pass(1500);
    const state = besideLabel(1, label);
    state.getByText('Saving...');
    await act(async () => answer());
    await pass(0);
    expect(state.queryByText('Saving...')).toBeNull();
    expect(state.getByText(/^Saved .*9:05/)).toBeTruthy();
  });

  it('is not sent when it equals the server’s text [EDITOR-18]', async () => {
    const { patches } = await openBuild();
    write(1, 'Sentence Fragment', 'Other');
    write(1, 'Sentence Fragment', 'Beat 1');
    await pass(10_000);
    expect(patches(1)).toEqual([]);
  });

  it('cancels its save in flight for a newer one, silently [EDITOR-15, EDITOR-16]', async () => {
    const { server, patches } = await openBuild();
    const answers: (() => void)[] = [];
    server.on('PATCH', '/api/scenes/:id', async ({ body }) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      return { json: server.change(sceneId(1), body as { title: string }) };
    });
    write(1, 'Sentence Fragment', 'First');
    await pass(1500);
    write(1, 'Sentence Fragment', 'Second');
    await pass(1500);
    expect(patches(1)).toEqual([{ title: 'First' }, { title: 'Second' }]);
    const calls = server.sent('PATCH', `/api/scenes/${sceneId(1)}`);
    expect(calls.map(({ signal }) => signal?.aborted)).toEqual([true, false]);
    await act(async () => answers[1]?.());
    await pass(10_000);
    expect(field(1, 'Sentence Fragment').value).toBe('Second');
    expect(screen.queryByText('Auto-save failed')).toBeNull();
    expect(screen.queryByText('Failed to save')).toBeNull();
  });

  it('is sent at once when its tab is left', async () => {
    const { user, patches } = await openBuild();
    write(1, 'Sentence Fragment', 'Left');
    await user.click(screen.getByRole('tab', { name: /^Story/ }));
    await waitFor(() => expect(patches(1)).toEqual([{ title: 'Left' }]));
  });

  it('is sent at once when the page is hidden', async () => {
    const { patches } = await openBuild();
    write(1, 'Sentence Fragment', 'Hidden');
    act(() => void window.dispatchEvent(new Event('pagehide')));
    await pass(0);
    expect(patches(1)).toEqual([{ title: 'Hidden' }]);
  });
});

describe('a text that cannot be saved', () => {
  async function failToSave(
    app: Awaited<ReturnType<typeof openBuild>>,
    label = 'Sentence Fragment',
    typed = 'Precious',
  ): Promise<void> {
    app.server.fail('PATCH', '/api/scenes/:id', 503);
    write(1, label, typed);
    await pass(1500 + 1000 + 2000);
  }

  it('is retried twice; then other views show the stored text, and the field keeps the typed one [EDITOR-13, EDITOR-14, EDITOR-17]', async () => {
    const app = await openBuild();
    await failToSave(app);
    expect(app.patches(1)).toHaveLength(3);
    expect(field(1, 'Sentence Fragment').value).toBe('Precious');
    editor(1).getByRole('heading', { name: 'Scene 1: Beat 1' });
    screen.getByText('Auto-save failed');
    screen.getByText("Changes couldn't be saved.");
    await pass(600_000);
    expect(app.patches(1)).toHaveLength(3);
  });

  it('of a scene deleted by another window says where the text is restored', async () => {
    const app = await openBuild();
    app.server.fail('PATCH', '/api/scenes/:id', 404);
    write(1, 'Sentence Fragment', 'Precious');
    await pass(1500 + 1000 + 2000);
    screen.getByText('Auto-save failed');
    screen.getByText(/^Changes couldn't be saved\. This scene was deleted: restore it from Recently Deleted/);
    expect(field(1, 'Sentence Fragment').value).toBe('Precious');
  });

  it.each(FIELDS)(
    "says 'Failed to save' beside %s with a Retry that saves it [EDITOR-11]",
    async (label, name, typed, saved) => {
      const app = await openBuild();
      await failToSave(app, label, typed);
      const state = besideLabel(1, label);
      state.getByText('Failed to save');
      app.server.on('PATCH', '/api/scenes/:id', ({ body }) => ({
        json: app.server.change(sceneId(1), body as Partial<Scene>),
      }));
      await app.user.click(state.getByRole('button', { name: 'Retry' }));
      expect(field(1, label).value).toBe(typed);
      await waitFor(() => expect(app.server.scene(1)[name]).toBe(saved));
      await waitFor(() => expect(state.queryByText('Failed to save')).toBeNull());
    },
  );

  it('is reverted by Discard, also while a duration is still in the field', async () => {
    const app = await openBuild();
    const seconds = field(1, 'Duration (seconds)');
    const stored = seconds.value;
    app.server.fail('PATCH', '/api/scenes/:id', 503);
    await app.user.clear(seconds);
    await app.user.type(seconds, '8');
    await pass(1500 + 1000 + 2000);
    const tried = app.patches(1).length;
    await app.user.click(besideLabel(1, 'Duration (seconds)').getByRole('button', { name: 'Discard' }));
    await app.user.click(field(1, 'Video Prompt'));
    await pass(10_000);
    expect(seconds.value).toBe(stored);
    expect(app.patches(1)).toHaveLength(tried);
  });

  it('keeps the text for a retry although its tab was left meanwhile', async () => {
    const app = await openBuild();
    await failToSave(app);
    await app.user.click(screen.getByRole('tab', { name: /^Story/ }));
    await screen.findByPlaceholderText('Start writing your story...');
    await app.user.click(screen.getByRole('tab', { name: /^Build/ }));
    await screen.findAllByLabelText('Image Prompt');
    await app.user.click(editor(1).getByRole('button', { name: 'Retry' }));
    expect(field(1, 'Sentence Fragment').value).toBe('Precious');
  });
});

describe('a scene that another window edits', () => {
  const pushed = { type: 'scenesChanged' as const, projectId: '', sceneIds: [sceneId(1)], position: '9' };

  it('shows the other text in a field that is not being edited', async () => {
    const { server, queryClient } = await openBuild();
    server.change(sceneId(1), { title: 'From elsewhere' });
    act(() => onPush({ ...pushed, projectId: server.project.id }, queryClient));
    await waitFor(() => expect(field(1, 'Sentence Fragment').value).toBe('From elsewhere'));
  });

  it('keeps text being typed, and the later save wins', async () => {
    const { server, queryClient } = await openBuild();
    write(1, 'Sentence Fragment', 'Mine');
    server.change(sceneId(1), { title: 'Theirs' });
    await act(() => refreshScenes(queryClient, server.project.id));
    expect(field(1, 'Sentence Fragment').value).toBe('Mine');
    await pass(1500);
    expect(server.scene(1).title).toBe('Mine');
  });

  it('accepts different fields from both windows', async () => {
    const { server, queryClient } = await openBuild();
    write(1, 'Sentence Fragment', 'Mine');
    server.change(sceneId(1), { description: 'Theirs' });
    await act(() => refreshScenes(queryClient, server.project.id));
    await pass(1500);
    expect(server.scene(1)).toMatchObject({ title: 'Mine', description: 'Theirs' });
    expect(field(1, 'Scene Description').value).toBe('Theirs');
  });
});
