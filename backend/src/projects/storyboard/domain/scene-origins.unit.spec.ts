import type { ImageInputs } from '@storyreel/contracts';
import type { ProjectEvents } from './events';
import { copyOf, evolveScene, EMPTY_SCENE, newScene } from './scene';
import type { SceneEvent, SceneState } from './scene';
import { asideUrlsOf } from './scene-origins';

const context = { at: '2026-11-27T10:00:00.000Z', revision: 1n, ownerId: 'owner', commandId: 'command' };
const inputs = (prompt: string): ImageInputs => ({
  ...{ model: 'flux-dev', prompt, style: null, format: '9:16', members: [], others: '' },
});

type Step = (scene: SceneState) => SceneState;
const after = (...steps: Step[]): SceneState =>
  steps.reduce(
    (scene, step) => step(scene),
    newScene({ ...EMPTY_SCENE, id: 'scene', order: 1 }, context as Parameters<typeof newScene>[1]),
  );
const event =
  <Type extends SceneEvent['type']>(type: Type, data: Partial<ProjectEvents[Type]>): Step =>
  (scene) =>
    evolveScene(scene, { type, data: { sceneId: 'scene', ...data } } as unknown as SceneEvent, context as never);

const queued = (jobId: string, more: Partial<ProjectEvents['ImageJobQueued']> = {}): Step =>
  event('ImageJobQueued', { jobId, slotIds: [`${jobId}-slot`], generation: 1, ...more });
const completed = (jobId: string): Step =>
  event('ImageJobCompleted', { jobId, images: [{ slotId: `${jobId}-slot`, url: `/${jobId}` }] });
const made = (jobId: string, prompt: string): Step[] => [queued(jobId, { madeFrom: inputs(prompt) }), completed(jobId)];
const replacing = (jobId: string, replaces: string, prompt = 'new'): Step =>
  queued(jobId, { madeFrom: inputs(prompt), replaces });

describe('an image that replaces another', () => {
  const before = [...made('old', 'a'), ...made('twin', 'new'), queued('unknown'), completed('unknown')];

  it('becomes the main one beside the old one, and images of other inputs are set aside', () => {
    const scene = after(...before, replacing('next', 'old-slot'), completed('next'));
    expect(scene.mainImageId).toBe('next-slot');
    expect(scene.images.map(({ url }) => url)).toEqual(['/old', '/twin', '/unknown', '/next']);
    expect(asideUrlsOf(scene)).toEqual(['/old']);
    expect(copyOf(scene, 'copy', () => 'id').origins).toEqual(scene.origins);
  });

  it.each<[string, Step[], string]>([
    ['fails', [event('ImageJobFailed', { jobId: 'next' })], 'old-slot'],
    [
      'arrives after another one was chosen',
      [event('MainImageChosen', { slotId: 'twin-slot' }), completed('next')],
      'twin-slot',
    ],
  ])('does not become the main one when it %s', (_, steps, main) => {
    const scene = after(...before, replacing('next', 'old-slot'), ...steps);
    expect([scene.mainImageId, asideUrlsOf(scene)]).toEqual([main, []]);
  });

  it('has unknown inputs when an earlier release requested it', () => {
    expect(after(queued('unknown'), completed('unknown')).origins).toEqual([]);
  });
});

describe('a clip that replaces another', () => {
  const video = (id: string) => ({
    ...{ id, url: `/${id}`, filename: `${id}.mp4`, mimeType: 'video/mp4', size: 1, duration: 6, thumbnail: null },
    status: 'complete' as const,
  });
  const clip = (jobId: string, more: Partial<ProjectEvents['VideoJobQueued']> = {}): Step[] => [
    event('VideoJobQueued', { jobId, seconds: 6, ...more }),
    event('VideoJobCompleted', { jobId, video: video(jobId) }),
  ];
  const madeFrom = {
    ...{ modelId: 'hailuo-2.3', settings: {}, seconds: 6, from: 'image' as const, prompt: 'p', imageUrl: '/old' },
    ...{ members: [], others: '' },
  };

  it('becomes the main one where requested, and stays beside it otherwise', () => {
    const scene = after(...clip('old', { madeFrom }), ...clip('beside', { madeFrom }));
    expect(scene.mainVideoId).toBe('old');
    const next = after(...clip('old', { madeFrom }), ...clip('next', { madeFrom, replaces: 'old' }));
    expect([next.mainVideoId, next.videos.map(({ id }) => id)]).toEqual(['next', ['old', 'next']]);
    expect(next.origins.map(({ urls }) => urls)).toEqual([['/old'], ['/next']]);
  });
});
