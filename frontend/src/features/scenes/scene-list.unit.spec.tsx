import { act, screen, waitFor } from '@testing-library/react';
import type { QueryClient } from '@tanstack/react-query';
import { PROJECT_ID } from '../../testing/media-fixtures';
import { leaveApp, renderApp } from '../../testing/render-app';
import { sceneId, sceneNumbered, scenesNumbered, WorkspaceServer } from '../../testing/workspace-server';
import { onPush, sceneKeys, useScenes } from './api';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  leaveApp();
  jest.useRealTimers();
});

function Titles({ projectId }: { projectId: string | null }) {
  const { data } = useScenes(projectId);
  return <p>{data ? data.map(({ title }) => title).join(', ') : 'nothing'}</p>;
}
const listReads = (server: WorkspaceServer): number => server.sent('GET', '/api/scenes').length;
const push = (queryClient: QueryClient, ...numbers: number[]): void =>
  act(() =>
    onPush(
      { type: 'scenesChanged', texts: true, projectId: PROJECT_ID, sceneIds: numbers.map(sceneId), position: '1' },
      queryClient,
    ),
  );

describe('the scene list', () => {
  it('is not read while no project is open [SCENE-23]', async () => {
    const server = new WorkspaceServer();
    renderApp(<Titles projectId={null} />, { fakeTimers: true });
    await act(() => jest.advanceTimersByTimeAsync(1000));
    expect(listReads(server)).toBe(0);
  });

  it('is read again by every new use [SCENE-24]', async () => {
    const server = new WorkspaceServer(scenesNumbered(2));
    const { show } = renderApp(<Titles projectId={PROJECT_ID} />, { fakeTimers: true });
    await screen.findByText('Beat 1, Beat 2');
    show(null);
    show(<Titles projectId={PROJECT_ID} />);
    screen.getByText('Beat 1, Beat 2');
    await waitFor(() => expect(listReads(server)).toBe(2));
  });

  it('stays cached for 5 minutes after its last use [SCENE-24]', async () => {
    new WorkspaceServer(scenesNumbered(2));
    const { show, queryClient } = renderApp(<Titles projectId={PROJECT_ID} />, { fakeTimers: true });
    await screen.findByText('Beat 1, Beat 2');
    show(null);
    const cached = () => queryClient.getQueryData(sceneKeys.list(PROJECT_ID));
    await act(() => jest.advanceTimersByTimeAsync(5 * 60 * 1000 - 1));
    expect(cached()).toBeDefined();
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(cached()).toBeUndefined();
  });
});

describe('a pushed change of scenes', () => {
  async function open(count = 3) {
    const server = new WorkspaceServer(scenesNumbered(count));
    const app = renderApp(<Titles projectId={PROJECT_ID} />, { fakeTimers: true });
    await screen.findByText(/Beat 1/);
    return { ...app, server, reads: listReads(server) };
  }

  it('reads the changed scene only', async () => {
    const { server, queryClient, reads } = await open();
    server.change(sceneId(2), { title: 'Changed' });
    push(queryClient, 2);
    await screen.findByText('Beat 1, Changed, Beat 3');
    expect(listReads(server)).toBe(reads);
  });

  it.each([
    ['a scene is new', (server: WorkspaceServer) => (server.scenes = [...server.scenes, sceneNumbered(4)]), [4], 4],
    ['a scene was deleted', (server: WorkspaceServer) => (server.scenes = server.scenes.slice(0, 2)), [3], 2],
    ['a scene moved', (server: WorkspaceServer) => server.change(sceneId(3), { order: 5, displayOrder: 1 }), [3], 3],
    ['many changed', () => undefined, [1, 2, 3, 4], 3],
  ])('reads the whole list when %s', async (_name, change, numbers, count) => {
    const { server, queryClient, reads } = await open();
    change(server);
    push(queryClient, ...numbers);
    await waitFor(() => expect(listReads(server)).toBe(reads + 1));
    await waitFor(() => expect(screen.getByText(/Beat 1/).textContent?.split(', ')).toHaveLength(count));
  });
});
