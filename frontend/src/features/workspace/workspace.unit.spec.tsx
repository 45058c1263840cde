import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { images, projectWith, sceneWith } from '../../testing/media-fixtures';
import { leaveApp } from '../../testing/render-app';
import { renderWorkspace } from '../../testing/render-workspace';
import { sceneId, sceneNumbered, WorkspaceServer } from '../../testing/workspace-server';
import { offeredBy, selectNamed, shownBy } from '../../testing/select';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  leaveApp();
  jest.useRealTimers();
});

const pass = (ms: number): Promise<void> => act(() => jest.advanceTimersByTimeAsync(ms));
const input = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const patches = (server: WorkspaceServer) => server.sent('PATCH', /projects/).map(({ body }) => body);

async function openWorkspace(server = new WorkspaceServer()) {
  const app = renderWorkspace('story', { fakeTimers: true });
  await screen.findByRole('tab', { name: /^Story/ });
  return { ...app, server };
}

describe('the workspace of an open project', () => {
  it("has the breadcrumb 'Projects > title' [PROJ-23]", async () => {
    await openWorkspace();
    const crumbs = screen.getByRole('navigation', { name: 'Breadcrumb' });
    expect(crumbs.textContent).toBe('Projects>The keeper');
  });

  it.each(['Back to projects', 'Projects'])('returns to the list with %s [PROJ-23]', async (name) => {
    const { user, search } = await openWorkspace();
    await act(() => user.click(screen.getByRole('button', { name })));
    await screen.findByRole('heading', { name: 'Your Projects' });
    expect(search()).toBe('');
  });

  it.each([
    ['Project title', 'title'],
    ['Project description', 'description'],
  ])('saves its %s 1 s after the last change [PROJ-24, PROJ-47]', async (label, field) => {
    const { server } = await openWorkspace();
    fireEvent.change(input(label), { target: { value: 'Other words' } });
    await pass(999);
    expect(patches(server)).toEqual([]);
    await pass(1);
    expect(patches(server)).toEqual([{ [field]: 'Other words' }]);
  });

  it('shows an error when a change could not be saved, and keeps it [PROJ-48]', async () => {
    const { server } = await openWorkspace();
    server.fail('PATCH', '/api/projects/:id', 503);
    fireEvent.change(input('Project title'), { target: { value: 'Lost?' } });
    await pass(1000 + 1000 + 2000);
    await screen.findByText('Save Failed');
    screen.getByText('Failed to save changes. Please try again.');
    expect(input('Project title').value).toBe('Lost?');
    screen.getByRole('heading', { name: 'The keeper' });
  });

  it('sets any status from any other [PROJ-19, PROJ-25]', async () => {
    const { user, server } = await openWorkspace();
    const status = () => selectNamed('Project status');
    expect(offeredBy(status())).toEqual(['Draft', 'In Progress', 'Complete']);
    for (const [label, value] of [
      ['Complete', 'complete'],
      ['Draft', 'draft'],
      ['In Progress', 'in-progress'],
      ['Complete', 'complete'],
      ['In Progress', 'in-progress'],
      ['Draft', 'draft'],
    ] as const) {
      await user.selectOptions(status(), label);
      await waitFor(() => expect(server.project.status).toBe(value));
      await waitFor(() => expect(shownBy(status())).toBe(label));
    }
  });
});

describe('the tabs of the workspace', () => {
  const tabs = () => screen.getAllByRole('tab');
  const dots = () => tabs().map((tab) => within(tab).getByRole('img').getAttribute('data-colour'));

  it('are eight, in order [PROJ-26]', async () => {
    await openWorkspace();
    expect(tabs().map((tab) => tab.firstChild?.textContent)).toEqual([
      'Settings',
      'Story',
      'Scenes',
      'Build',
      'Board',
      'Audio',
      'Create',
      'Publish',
    ]);
    expect(tabs()[0]?.title).toBe('Continuity Details');
  });

  it('describe their purpose, so that Build is not mistaken for Create, nor Settings for those of the account', async () => {
    await openWorkspace();
    const words = (name: RegExp) => within(screen.getByRole('tab', { name })).getByText(/./, { selector: 'small' });
    expect(words(/^Settings/).textContent).toBe('Characters and style');
    expect(words(/^Build/).textContent).toBe('Images and clips');
    expect(words(/^Create/).textContent).toBe('Final video');
  });

  it('are in the address, with the project [PROJ-26]', async () => {
    const { user, search, server } = await openWorkspace();
    await act(() => user.click(screen.getByRole('tab', { name: /^Scenes/ })));
    await screen.findByRole('columnheader', { name: 'Scene #' });
    expect(search()).toBe(`?project=${server.project.id}&tab=scenes`);
  });

  it('each have a dot with its title; all red for an empty project [DOTS-01, DOTS-09]', async () => {
    await openWorkspace(new WorkspaceServer([], projectWith({ story: '' })));
    expect(dots()).toEqual(Array(8).fill('red'));
    expect(within(tabs()[1] as HTMLElement).getByRole('img').title).toBe('Not Started');
  });

  it('have yellow dots for started work [DOTS-01, DOTS-03, DOTS-04, DOTS-05, DOTS-06, DOTS-09]', async () => {
    const scenes = [{ ...sceneWith(images(1)), id: sceneId(1) }, sceneNumbered(2, { description: '' })];
    await openWorkspace(
      new WorkspaceServer(scenes, projectWith({ characters: 'Mira: tall', storyAudioStatus: 'processing' })),
    );
    expect(dots()).toEqual(['yellow', 'green', 'yellow', 'yellow', 'yellow', 'yellow', 'red', 'red']);
    expect(within(tabs()[2] as HTMLElement).getByRole('img').title).toBe('In Progress');
  });

  it('have green dots for finished work, and Publish waits for a post [DOTS-01, DOTS-03, DOTS-04, DOTS-05, DOTS-06, DOTS-07, DOTS-08, DOTS-09]', async () => {
    const scenes = [{ ...sceneWith(images(1)), id: sceneId(1), mainVideoId: 'clip' }];
    const project = projectWith({
      selectedStyle: sceneId(700),
      characters: 'Mira: tall',
      storyAudioUrl: '/api/media/a.mp3',
      completedVideoUrl: '/api/media/v.mp4',
    });
    await openWorkspace(new WorkspaceServer(scenes, project));
    expect(dots()).toEqual([...Array<string>(7).fill('green'), 'red']);
    expect(within(tabs()[6] as HTMLElement).getByRole('img').title).toBe('Complete');
  });

  it('follow the scenes: a first scene turns Story from yellow to green [DOTS-03]', async () => {
    const { user } = await openWorkspace(new WorkspaceServer([]));
    expect(dots()[1]).toBe('yellow');
    await user.click(screen.getByRole('button', { name: 'New Scene' }));
    await waitFor(() =>
      expect(
        screen
          .getByRole('tab', { name: /^Story/, hidden: true })
          .querySelector('[data-colour]')
          ?.getAttribute('data-colour'),
      ).toBe('green'),
    );
  });
});
