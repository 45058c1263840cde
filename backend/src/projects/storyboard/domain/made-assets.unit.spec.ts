import type { MadeAsset } from '@storyreel/contracts';
import { video } from '../../../testing/project-fixtures';
import type { AnyMade } from './events';
import { madeAssets } from './jobs';

const of = { jobId: 'job', sceneId: 'scene' };
const sound = { url: '/api/media/line', seconds: 2, text: 'Once.', voice: 'alto' };

const film = { film: { url: '/api/media/film' } } as AnyMade;

it.each<[string, AnyMade, MadeAsset[]]>([
  ['nothing', {}, []],
  [
    'images, by their slots',
    {
      images: [
        { slotId: 's1', url: '/api/media/1' },
        { slotId: 's2', url: '/api/media/2' },
      ],
    },
    [
      { id: 's1', kind: 'image', url: '/api/media/1' },
      { id: 's2', kind: 'image', url: '/api/media/2' },
    ],
  ],
  ['a clip, by its own id', { video: video('clip') }, [{ id: 'clip', kind: 'video', url: '/api/media/clip' }]],
  ['a line, by its job', { speech: sound }, [{ id: 'job', kind: 'sound', url: '/api/media/line' }]],
  ['a film, by its job', film, [{ id: 'job', kind: 'film', url: '/api/media/film' }]],
])('lists the assets of a completed job: %s', (_, made, assets) => {
  expect(madeAssets({ ...of, ...made })).toEqual(assets);
});
