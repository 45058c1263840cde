import { QueryClient } from '@tanstack/react-query';
import type { Scene } from '@storyreel/contracts';
import { discardAutosaves } from '../../platform/autosave/autosave-registry';
import { keepNewer } from '../../platform/cache/query-client';
import { PROJECT_ID } from '../../testing/media-fixtures';
import { sceneId, sceneNumbered, scenesNumbered, WorkspaceServer } from '../../testing/workspace-server';
import { insertAfter } from './commands';
import {
  inOrderOf,
  movedScene,
  saveSceneOrder,
  sceneKeys,
  sceneNumber,
  setSceneInCache,
  withUnsavedOrder,
} from './api';

const titles = (scenes: Scene[] | undefined) => scenes?.map(({ title }) => title);

describe('an order of scenes', () => {
  it('is renumbered to position times 10 when a scene moves [SCENE-17]', () => {
    const moved = movedScene(scenesNumbered(4), sceneId(4), sceneId(2));
    expect(moved.map(({ title, order, displayOrder }) => [title, order, displayOrder])).toEqual([
      ['Beat 1', 10, 1],
      ['Beat 4', 20, 2],
      ['Beat 2', 30, 3],
      ['Beat 3', 40, 4],
    ]);
  });

  it.each([
    ['onto itself', sceneId(2), sceneId(2)],
    ['that was deleted', sceneId(9), sceneId(2)],
    ['onto a deleted one', sceneId(2), sceneId(9)],
  ])('stays when a scene is dropped %s', (_name, moved, over) => {
    const scenes = scenesNumbered(3);
    expect(movedScene(scenes, moved, over)).toBe(scenes);
  });

  it('puts scenes that it lacks last', () => {
    expect(titles(inOrderOf(scenesNumbered(3), [sceneId(3), sceneId(1)]))).toEqual(['Beat 3', 'Beat 1', 'Beat 2']);
  });

  it('shows displayOrder, else order [BOARD-07]', () => {
    expect(sceneNumber({ order: 30, displayOrder: 3 })).toBe(3);
    expect(sceneNumber({ order: 30, displayOrder: null })).toBe(30);
  });

  it('puts a copy right after its original [SCENE-21]', () => {
    const copy = sceneNumbered(7, { title: 'Copy' });
    expect(titles(insertAfter(scenesNumbered(3), sceneId(2), copy))).toEqual(['Beat 1', 'Beat 2', 'Copy', 'Beat 3']);
    expect(titles(insertAfter(scenesNumbered(2), sceneId(9), copy))).toEqual(['Beat 1', 'Beat 2', 'Copy']);
  });
});

describe('a dragged order', () => {
  let queryClient: QueryClient;
  let server: WorkspaceServer;
  const shown = () => queryClient.getQueryData<Scene[]>(sceneKeys.list(PROJECT_ID));
  const sentOrders = () =>
    server.sent('POST', '/api/scenes/reorder').map(({ body }) => (body as { sceneIds: string[] }).sceneIds);

  beforeEach(() => {
    jest.useFakeTimers();
    queryClient = new QueryClient();
    server = new WorkspaceServer();
    queryClient.setQueryData(sceneKeys.list(PROJECT_ID), server.scenes);
  });
  afterEach(() => {
    discardAutosaves('');
    queryClient.clear();
    jest.useRealTimers();
  });
  function drag(moved: number, over: number): void {
    const before = shown() ?? [];
    saveSceneOrder(queryClient, PROJECT_ID, before, movedScene(before, sceneId(moved), sceneId(over)));
  }

  it('shows at once and is saved 150 ms after the last drag, once [SCENE-19]', async () => {
    drag(1, 3);
    expect(titles(shown())).toEqual(['Beat 2', 'Beat 3', 'Beat 1']);
    await jest.advanceTimersByTimeAsync(149);
    drag(3, 2);
    await jest.advanceTimersByTimeAsync(149);
    expect(sentOrders()).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(sentOrders()).toEqual([[sceneId(3), sceneId(2), sceneId(1)]]);
    expect(server.titles()).toEqual(['Beat 3', 'Beat 2', 'Beat 1']);
  });

  it('stays while a list arrives that was read before it was saved', () => {
    drag(1, 3);
    expect(titles(withUnsavedOrder(PROJECT_ID, server.scenes))).toEqual(['Beat 2', 'Beat 3', 'Beat 1']);
  });

  it('is replaced by the server’s when it cannot be saved', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    server.fail('POST', '/api/scenes/reorder', 503);
    drag(1, 3);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(sentOrders()).toHaveLength(1);
    expect(titles(withUnsavedOrder(PROJECT_ID, server.scenes))).toEqual(['Beat 1', 'Beat 2', 'Beat 3']);
    expect(queryClient.getQueryState(sceneKeys.list(PROJECT_ID))?.isInvalidated).toBe(true);
    expect(logged).toHaveBeenCalled();
    logged.mockRestore();
  });
});

describe('a cached scene', () => {
  it('is not replaced by one of an earlier revision', () => {
    const queryClient = new QueryClient();
    queryClient.setQueryData(sceneKeys.list(PROJECT_ID), [sceneNumbered(1, { title: 'Newer', revision: '12' })]);
    setSceneInCache(queryClient, sceneNumbered(1, { title: 'Older', revision: '9' }));
    expect(titles(queryClient.getQueryData<Scene[]>(sceneKeys.list(PROJECT_ID)))).toEqual(['Newer']);
  });

  it('survives a read that started before it arrived', () => {
    const cached = [sceneNumbered(1, { title: 'Newer', revision: '12' })];
    const read = [sceneNumbered(1, { title: 'Older', revision: '9' }), sceneNumbered(2)];
    expect(titles(keepNewer(cached, read))).toEqual(['Newer', 'Beat 2']);
  });
});
