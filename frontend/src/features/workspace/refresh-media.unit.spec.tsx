import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { images, PROJECT_ID, projectWith, sceneWith } from '../../testing/media-fixtures';
import { MediaServer } from '../../testing/media-server';
import { filmKeys } from '../film/api';
import { projectKeys } from '../projects/api';
import { sceneKeys } from '../scenes/api';
import { sharingKeys } from '../sharing/api';
import { draftKeys } from '../story/api';
import { chooseMain, deleteMedia } from '../pictures/media/commands';
import { refreshMedia } from '../pictures/api';
import { imageAssets } from '../pictures/media/assets';
import type { MediaAsset } from '../pictures/media/assets';

const SCENE = sceneWith(images(2));
const [, other] = imageAssets(SCENE) as [MediaAsset, MediaAsset];

/** Keys of the queries that show a project; each is checked for refetches. */
const SHOWN = {
  list: projectKeys.list,
  project: projectKeys.one(PROJECT_ID),
  scenes: sceneKeys.list(PROJECT_ID),
  costs: projectKeys.costs(PROJECT_ID),
  deletions: projectKeys.deleted(PROJECT_ID),
  films: filmKeys.of(PROJECT_ID),
  links: sharingKeys.inProject(PROJECT_ID),
  draft: draftKeys.of(PROJECT_ID),
};

it.each<[string, (queryClient: QueryClient) => Promise<unknown>, string[]]>([
  ['choosing a main image', (queryClient) => chooseMain(queryClient, SCENE, other), []],
  ['deleting an image', (queryClient) => deleteMedia(queryClient, SCENE, other), ['list', 'project', 'deletions']],
  [
    'finished paid work',
    (queryClient) => refreshMedia(queryClient, PROJECT_ID),
    ['list', 'project', 'scenes', 'costs'],
  ],
])('reads again only what %s changes', async (_what, act, expected) => {
  new MediaServer(SCENE, projectWith());
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const reads: string[] = [];
  const stops = Object.entries(SHOWN).map(([name, queryKey]) => {
    queryClient.setQueryData<unknown[]>(queryKey, name === 'scenes' ? [SCENE] : []);
    const queryFn = () => {
      reads.push(name);
      return Promise.resolve(name === 'scenes' ? [SCENE] : []);
    };
    return new QueryObserver(queryClient, { queryKey, queryFn }).subscribe(() => undefined);
  });
  await act(queryClient);
  expect([...reads].sort()).toEqual([...expected].sort());
  for (const stop of stops) stop();
  queryClient.clear();
});
