import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Batch, Project, Scene, WorkspaceTab } from '@storyreel/contracts';
import { images, PROJECT_ID, projectWith, sceneWith } from '../../testing/media-fixtures';
import { leaveApp } from '../../testing/render-app';
import { renderAddress } from '../../testing/render-address';
import { batchWith, overBatch } from '../../testing/batch-fixtures';
import { renderWorkspace } from '../../testing/render-workspace';
import { AppServer } from '../../testing/app-server';
import { fakeWindow } from '../../testing/fake-window';
import { sceneId, sceneNumbered, scenesNumbered, WorkspaceServer } from '../../testing/workspace-server';

afterEach(leaveApp);

const described = scenesNumbered(2).map((scene) => ({ ...scene, imagePrompt: 'A lamp' }));
const drawn = [1, 2].map((place) => sceneWith(images(1), { id: sceneId(place), imagePrompt: 'A lamp' }));
const speech = { url: '/api/media/said.mp3', seconds: 7, text: 'A lamp turns.', voice: 'alloy' };
const spoken = drawn.map((scene): Scene => ({ ...scene, speech, speechStatus: 'complete' }));
const blank = (changes: Partial<Project> = {}) => projectWith({ story: '', ...changes });

/** A long timeout, because the test loads the whole application. */
const PATIENT = { timeout: 30_000 };

/** Returns the labels of all primary (yellow) buttons on screen. */
const yellow = (): string[] =>
  [...document.querySelectorAll('main [data-variant="primary"]')].map(({ textContent }) => textContent ?? '');

async function open(tab: WorkspaceTab, scenes: Scene[], project?: Project, batches: Batch[] = []) {
  const server = new WorkspaceServer(scenes, project);
  if (batches.length > 0) server.on('GET', '/api/batches', () => ({ json: batches }));
  const app = renderWorkspace(tab);
  await screen.findByRole('tab', { name: /^Story/ });
  return { ...app, server };
}

describe('every tab has one yellow action, the next thing to do', () => {
  const OTHERS: readonly WorkspaceTab[] = ['settings', 'board'];
  it.each(OTHERS)('%s leads to the tab where it is done', async (tab) => {
    const { user, search } = await open(tab, described);
    await waitFor(() => expect(yellow()).toEqual(['Next: Generate Images']));
    await user.click(screen.getByRole('button', { name: 'Next: Generate Images' }));
    await waitFor(() => expect(search()).toContain('tab=build'));
    expect(document.activeElement?.getAttribute('data-tab')).toBe('build');
  });

  it.each([
    ['story', [], undefined, /^Create Scenes/],
    ['scenes', [sceneNumbered(1, { imagePrompt: '' })], undefined, /^Create Descriptions/],
    ['build', described, undefined, /^Generate Images/],
    ['build', drawn, undefined, /^Next: Narrate Scenes/],
    ['build', spoken, undefined, /^Next: Make the Film/],
    ['create', spoken, undefined, /^Make the Film/],
    ['create', drawn, undefined, /^Make the Film/],
    ['create', described, undefined, /^Next: Generate Images/],
    ['publish', spoken, projectWith({ completedVideoUrl: '/api/media/v.mp4' }), /^Connect a Platform/],
    ['scenes', [], undefined, /^Next: Create Scenes/],
    ['build', [], undefined, /^Next: Create Scenes/],
    ['board', [], blank(), /^Next: Write Your Story/],
    ['story', described, undefined, /^Next: Generate Images/],
    ['publish', drawn, undefined, /^Next: Narrate Scenes/],
    ['audio', described, undefined, /^Narrate 2 Scenes/],
    ['audio', [], undefined, /^Next: Create Scenes/],
  ] as const)('%s with its content names the next step', async (tab, scenes, project, name) => {
    await open(tab, [...scenes], project);
    await waitFor(() => expect(yellow()).toEqual([expect.stringMatching(name)]));
  });

  describe('while a batch does the step', () => {
    it.each([
      ['images', described, 'Generate Images', {}],
      ['images', described, 'Generate Images', { status: 'paused' }],
      ['descriptions', [sceneNumbered(1, { imagePrompt: '' })], 'Create Descriptions', {}],
      ['speech', drawn, 'Narrate Scenes', {}],
      ['film', described, 'Generate Images', {}],
    ] as const)('of %s, shows that it is in progress and leads there', async (kind, scenes, name, part) => {
      const { user, search } = await open('board', [...scenes], undefined, [batchWith({ kind, ...part })]);
      const way = await screen.findByRole('button', { name: `In progress: ${name}` });
      expect(yellow()).toEqual([]);
      await user.click(way);
      const tab = { images: 'build', descriptions: 'scenes', speech: 'audio', film: 'build' }[kind];
      await waitFor(() => expect(search()).toContain(`tab=${tab}`));
    });

    it.each([
      ['is over', overBatch({ kind: 'images' })],
      ['is another project’s', batchWith({ projectId: '00000000-0000-4000-8000-000000000000' })],
      ['does another step', batchWith({ kind: 'speech' })],
    ])('ignores a batch that %s', async (_, batch) => {
      await open('board', described, undefined, [batch]);
      await waitFor(() => expect(yellow()).toEqual(['Next: Generate Images']));
    });
  });

  describe('while the film is being made', () => {
    const filmed = async (tab: WorkspaceTab) => {
      const app = await open('create', spoken);
      await app.user.click(await screen.findByRole('button', { name: /^Make the Film/ }));
      await screen.findByRole('button', { name: 'Making the film...' });
      await app.user.click(screen.getByRole('tab', { name: new RegExp(`^${tab}`, 'i') }));
      return app;
    };

    it('is not offered as the next step before its state is known', async () => {
      const server = new WorkspaceServer(spoken);
      server.on('GET', `/api/projects/${PROJECT_ID}/films`, () => new Promise(() => {}));
      renderWorkspace('board');
      await screen.findByText('Next: Make the Film');
      expect(screen.queryByRole('button', { name: 'Next: Make the Film' })).toBeNull();
    });

    it('the Create tab has nothing yellow', async () => {
      await filmed('create');
      expect(yellow()).toEqual([]);
    });

    it.each(['board', 'audio', 'publish'] as const)('%s shows it and leads there', async (tab) => {
      const { user, search } = await filmed(tab);
      const way = await screen.findByRole('button', { name: 'In progress: Make the Film' });
      expect(screen.queryByRole('button', { name: 'Next: Make the Film' })).toBeNull();
      expect(way.dataset.variant).toBe('secondary');
      await user.click(way);
      await waitFor(() => expect(search()).toContain('tab=create'));
    });

    it('a canceled film is the next step again', async () => {
      const { user } = await filmed('create');
      await user.click(await screen.findByRole('button', { name: 'Cancel' }));
      await user.click(screen.getByRole('tab', { name: /^Board/ }));
      await waitFor(() => expect(yellow()).toEqual(['Next: Make the Film']));
    });
  });

  it('a new project’s dots are red, and drawn lightly', async () => {
    await open('story', [], blank());
    for (const tab of screen.getAllByRole('tab')) {
      const dot = within(tab).getByRole('img');
      expect([dot.dataset.colour, dot.dataset.quiet, dot.title]).toEqual(['red', 'true', 'Not Started']);
    }
  });
});

describe('scenes that were just created', () => {
  it('open the Scenes tab, which shows what to do with them', async () => {
    const { user, search } = await open('story', []);
    await user.click(await screen.findByRole('button', { name: 'Create Scenes' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Create Scenes' });
    await waitFor(() => expect(confirm.disabled).toBe(false));
    await user.click(confirm);
    await waitFor(() => expect(search()).toContain('tab=scenes'));
    expect(document.activeElement?.getAttribute('data-tab')).toBe('scenes');
    await waitFor(() => expect(yellow()).toEqual([expect.stringMatching(/^Create Descriptions\d/)]));
  });
});

describe('a new project', () => {
  it('opens in its story with the cursor in it, offers examples, and is titled by the story', async () => {
    fakeWindow();
    new AppServer([]);
    const { user } = renderAddress('/');
    await user.click(await screen.findByRole('button', { name: 'Create First Project' }, PATIENT));
    const story = await screen.findByPlaceholderText<HTMLTextAreaElement>(
      'Start writing your story...',
      undefined,
      PATIENT,
    );
    await waitFor(() => expect(document.activeElement).toBe(story));
    const examples = within(screen.getByRole('group', { name: 'Example stories' }));
    expect(examples.getAllByRole('button')).toHaveLength(3);
    await user.click(examples.getByRole('button', { name: 'The Night Bus' }));
    await waitFor(() => expect(story.value).toMatch(/^The Night Bus\n\nI missed/));
    expect(screen.queryByRole('group', { name: 'Example stories' })).toBeNull();
    const title = screen.getByRole<HTMLInputElement>('textbox', { name: 'Project title' });
    await waitFor(() => expect(title.value).toBe('The Night Bus'), { timeout: 5_000 });
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await act(async () => undefined);
    expect(story.value).toBe('');
  });

  it('keeps a title that is written while the story sets another', async () => {
    const { server } = await open('story', [], projectWith({ story: '', title: 'Untitled Project' }));
    const story = await screen.findByPlaceholderText('Start writing your story...');
    fireEvent.change(story, { target: { value: 'The Bus\n\nIt was late.' } });
    const title = screen.getByRole<HTMLInputElement>('textbox', { name: 'Project title' });
    fireEvent.change(title, { target: { value: 'My film' } });
    await waitFor(() => expect(server.project.title).toBe('My film'), { timeout: 5_000 });
    expect(title.value).toBe('My film');
    expect(screen.queryByText(/overwrote/)).toBeNull();
  });
});
