import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, screen, waitFor } from '@testing-library/react';
import { type Project, summaryOf, type ProjectSummary } from '@storyreel/contracts';
import type { ReactNode } from 'react';
import { accountKeys } from '../account/api';
import { keepNewer } from '../../platform/cache/query-client';
import { AppServer, ADA, projectId, projectNumbered, summaryNumbered } from '../../testing/app-server';
import { fakeWindow } from '../../testing/fake-window';
import { loseNextAnswer } from '../../testing/lost-answer';
import { leaveApp, renderApp } from '../../testing/render-app';
import { readSearch } from './search';
import {
  inOrder,
  projectKeys,
  refreshProject,
  useCreateProject,
  useDuplicateProject,
  useProject,
  useProjects,
  useUpdateProject,
  withChanges,
} from './api';
import { useProjectAutosave } from './useProjectAutosave';

let server: AppServer;
beforeEach(() => {
  fakeWindow();
  server = new AppServer([projectNumbered(1, { title: 'Beta', characters: '' })]);
});
afterEach(() => {
  leaveApp();
  jest.useRealTimers();
});

function renderInRouter(component: () => ReactNode, options: { fakeTimers?: boolean } = {}) {
  const routeTree = createRootRoute({ component, validateSearch: readSearch });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  return renderApp(<RouterProvider router={router} />, options);
}

describe('the project list', () => {
  const List = () => (
    <p>
      {useProjects()
        .data?.map(({ title }) => title)
        .join()}
    </p>
  );

  it('goes stale after 30 s and stays cached for 5 minutes [PROJ-34]', async () => {
    const { queryClient } = renderInRouter(List);
    await screen.findByText('Beta');
    const query = queryClient.getQueryCache().find<ProjectSummary[]>({ queryKey: projectKeys.list });
    const staleTime = query?.observers[0]?.options.staleTime;
    expect(staleTime).toBe(30_000);
    const { updatedAt = 0 } = { updatedAt: query?.state.dataUpdatedAt };
    const now = jest.spyOn(Date, 'now').mockReturnValue(updatedAt + 29_999);
    expect(query?.isStaleByTime(30_000)).toBe(false);
    now.mockReturnValue(updatedAt + 30_000);
    expect(query?.isStaleByTime(30_000)).toBe(true);
    now.mockRestore();
    expect(query?.gcTime).toBe(5 * 60 * 1000);
  });

  it('is read without the long texts, and a project with them when it is opened', async () => {
    server.change(projectId(1), { story: 'Once.', characters: 'Ada: tall' });
    const { queryClient } = renderInRouter(List);
    await screen.findByText('Beta');
    expect(server.sent('GET', '/api/projects').map(({ query }) => query.get('fields'))).toEqual(['summary']);
    const [listed] = queryClient.getQueryData<ProjectSummary[]>(projectKeys.list) ?? [];
    expect(listed).toEqual(summaryOf(server.find(projectId(1))));
    expect(JSON.stringify(listed)).not.toContain('Once.');
    leaveApp();

    const Story = () => <p>{useProject(projectId(1)).data?.story}</p>;
    const opened = renderInRouter(Story);
    await screen.findByText('Once.');
    expect(opened.queryClient.getQueryData(projectKeys.one(projectId(1)))).toEqual(server.find(projectId(1)));
  });

  it('refreshes the summary of a project that another window changed, where only the list is shown', async () => {
    const { queryClient } = renderInRouter(List);
    await screen.findByText('Beta');
    queryClient.setQueryData(projectKeys.one(projectId(1)), server.find(projectId(1)));
    server.change(projectId(1), { title: 'Gamma', story: 'Twice.' });
    const before = server.calls.length;
    refreshProject(queryClient, projectId(1));
    await screen.findByText('Gamma');
    expect(server.calls.slice(before).map(({ path, query }) => `${path}?${query}`)).toEqual([
      `/api/projects/${projectId(1)}?fields=summary`,
    ]);
    // The story is refetched when the project is opened next.
    expect(queryClient.getQueryState(projectKeys.one(projectId(1)))?.isInvalidated).toBe(true);
  });

  it('refreshes an open project that another window changed, with one read', async () => {
    const Both = () => (
      <>
        <List />
        <p>{useProject(projectId(1)).data?.story}</p>
      </>
    );
    const { queryClient } = renderInRouter(Both);
    await screen.findByText('Beta');
    await screen.findByText('Once upon a time.');
    server.change(projectId(1), { title: 'Gamma', story: 'Twice.' });
    const before = server.calls.length;
    refreshProject(queryClient, projectId(1));
    await screen.findByText('Gamma');
    await screen.findByText('Twice.');
    expect(server.calls.slice(before).map(({ path, query }) => `${path}?${query}`)).toEqual([
      `/api/projects/${projectId(1)}?`,
    ]);
  });

  it('is read only when somebody is signed in [PROJ-33]', async () => {
    server.user = null;
    renderInRouter(List);
    await waitFor(() => expect(server.sent('GET', '/api/auth/user')).toHaveLength(1));
    expect(server.sent('GET', '/api/projects')).toEqual([]);
  });
});

it('saves quick changes of one project one after the other, so that the last one wins', async () => {
  const answers: (() => void)[] = [];
  server.on('PATCH', '/api/projects/:id', async ({ params, body }) => {
    await new Promise<void>((resolve) => answers.push(resolve));
    server.change(params[0] ?? '', body as Partial<Project>);
    return { json: server.find(params[0] ?? '') };
  });
  let update: ReturnType<typeof useUpdateProject> = () => undefined;
  renderInRouter(() => {
    update = useUpdateProject();
    return <p>{useProjects().data?.map(({ title }) => title)}</p>;
  });
  await screen.findByText('Beta');
  const id = projectId(1);
  act(() => {
    for (const status of ['draft', 'complete'] as const) update({ id, changes: { status } });
  });
  await waitFor(() => expect(answers).toHaveLength(1));
  // The second request waits for the first; otherwise a later response to the first request would overwrite its result.
  await act(async () => answers[0]?.());
  await waitFor(() => expect(answers).toHaveLength(2));
  await act(async () => answers[1]?.());
  await waitFor(() => expect(server.find(id).status).toBe('complete'));
  expect(server.sent('PATCH', `/api/projects/${id}`).map(({ body }) => body)).toEqual([
    { status: 'draft' },
    { status: 'complete' },
  ]);
});

describe('creating a project', () => {
  function Creator() {
    const { create } = useCreateProject();
    return (
      <button type="button" onClick={create}>
        Create
      </button>
    );
  }

  it('is refused silently while the user is unknown [PROJ-29]', async () => {
    const { user, queryClient } = renderInRouter(Creator);
    await user.click(await screen.findByRole('button'));
    expect(server.calls).toEqual([]);
    expect(screen.queryByRole('listitem')).toBeNull();
    queryClient.setQueryData(accountKeys.user, ADA);
    await user.click(screen.getByRole('button'));
    await waitFor(() => expect(server.titles()).toContain('Untitled Project'));
  });
});

describe('a project whose answer was lost', () => {
  function Creator() {
    const { create } = useCreateProject();
    const { mutate: duplicate } = useDuplicateProject();
    return (
      <>
        <button type="button" onClick={create}>
          Create
        </button>
        <button type="button" onClick={() => duplicate({ id: projectId(1) })}>
          Duplicate
        </button>
      </>
    );
  }

  it.each([
    ['created', 'Create', 'Untitled Project'],
    ['duplicated', 'Duplicate', 'Beta (Copy)'],
  ])('is %s once when the request is repeated', async (_, name, title) => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { user, queryClient } = renderInRouter(Creator);
    queryClient.setQueryData(accountKeys.user, ADA);
    loseNextAnswer('POST', /^\/api\/projects/);
    await user.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(logged).toHaveBeenCalledTimes(1));
    await user.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(server.sent('POST', /./)).toHaveLength(2));
    await waitFor(() => expect(queryClient.isMutating()).toBe(0));
    expect(server.titles()).toEqual([title, 'Beta']);
    logged.mockRestore();
  });
});

describe('a field of a project', () => {
  function Editor() {
    const field = useProjectAutosave(projectNumbered(1, { characters: '' }), 'characters');
    return <textarea aria-label="Characters" value={field.value} onChange={(e) => field.setValue(e.target.value)} />;
  }
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const patches = () => server.sent('PATCH', /./).map(({ body }) => body);
  async function edit() {
    jest.useFakeTimers();
    const { user } = renderInRouter(Editor, { fakeTimers: true });
    await pass(0);
    await user.type(screen.getByRole('textbox'), 'Ada');
  }

  it('saves 1 s after the last change [PROJ-47]', async () => {
    await edit();
    await pass(999);
    expect(patches()).toEqual([]);
    await pass(1);
    expect(patches()).toEqual([{ characters: 'Ada' }]);
  });

  it('that cannot be saved shows an error after its retries, and keeps the typed text [PROJ-48]', async () => {
    server.fail('PATCH', '/api/projects/:id', 500);
    await edit();
    await pass(1000);
    await pass(1000);
    await pass(2000);
    expect(patches()).toHaveLength(3);
    screen.getByText('Save Failed');
    screen.getByText('Failed to save changes. Please try again.');
    expect(screen.getByRole('textbox')).toHaveProperty('value', 'Ada');
  });
});

describe('rows of projects', () => {
  const row = (revision: string, title: string) => summaryNumbered(1, { revision, title });

  it.each([
    [row('10', 'ours'), row('9', 'read'), 'ours'],
    [row('9', 'ours'), row('10', 'read'), 'read'],
    [row('9', 'ours'), row('9', 'read'), 'read'],
  ])('never go back to an older revision', (ours, read, title) => {
    expect(keepNewer([ours], [read]).map((project) => project.title)).toEqual([title]);
  });

  it('show pending changes, the newest last', () => {
    const id = projectId(1);
    const pending = [
      { id, changes: { title: 'First' } },
      { id: projectId(2), changes: { title: 'Another' } },
      { id, changes: { title: 'Second', status: 'complete' as const } },
    ];
    const shown = pending.reduce<ProjectSummary[]>(withChanges, [row('1', 'stored')]);
    expect(shown).toMatchObject([{ title: 'Second', status: 'complete' }]);
  });

  it('are in the order being saved, unknown ones first', () => {
    const [a, b, c] = [1, 2, 3].map((n) => summaryNumbered(n));
    if (!a || !b || !c) throw new Error('Three projects were made');
    expect(inOrder([a, b, c], [b.id, a.id])).toEqual([c, b, a]);
  });
});
