import { projectSchema, sceneSchema } from '@storyreel/contracts';
import { NOW, OWNER, stateOf } from '../../../testing/given-when-then';
import { created, image, PROJECT, scene, sceneId, video } from '../../../testing/project-fixtures';
import type { ProjectEvent } from '../domain/events';
import { projectAggregate } from '../domain/project';
import { presentProject, presentScenes } from './presenters';

const words = { description: 'A lamp goes out.' };
const lamp = { images: [image('lamp'), image('fog')], mainImageId: 'fog', imageStatus: 'complete' as const };
const clip = { videos: [video('clip'), video('other')], mainVideoId: 'other' };
const spoken = { speech: { url: '/api/media/said', seconds: 2, text: 'A lamp goes out.', voice: 'alto' } };
const stateAfter = (scenes: Parameters<typeof created>[0], ...events: ProjectEvent[]) =>
  stateOf(projectAggregate, [created(scenes), ...events]);

describe('a project', () => {
  it('counts its scenes by their content', () => {
    const state = stateAfter([
      scene(1),
      scene(2, words),
      scene(3, { ...words, ...lamp }),
      scene(4, clip),
      scene(5, { ...words, ...lamp, ...clip, imagePrompt: 'A lamp', ...spoken }),
      scene(6, { description: ' \n', narration: ' \n' }),
    ]);
    const counts = {
      total: 6,
      described: 3,
      prompted: 1,
      withImage: 2,
      withMainVideo: 2,
      withImageAndMainVideo: 1,
      withAnyMedia: 3,
      narrated: 2,
    };
    expect(projectSchema.parse(presentProject(state))).toMatchObject({
      id: PROJECT,
      userId: OWNER,
      title: state.fields.title,
      createdAt: NOW,
      updatedAt: NOW,
      revision: '0',
      sceneCount: 6,
      sceneCounts: counts,
    });
  });

  it('shows the main image of the first scene that has one', () => {
    expect(
      presentProject(
        stateAfter([scene(1), scene(2, lamp), scene(3, { images: [image('third')], mainImageId: 'third' })]),
      ).thumbnail,
    ).toBe('/api/media/fog');
    expect(presentProject(stateAfter([scene(1, clip)])).thumbnail).toBeNull();
  });

  it('leaves out scenes that were deleted', () => {
    const deleted: ProjectEvent = { type: 'SceneDeleted', data: { sceneId: sceneId(1) } };
    const shown = presentProject(stateAfter([scene(1, { ...words, ...lamp }), scene(2)], deleted));
    expect(shown).toMatchObject({ sceneCount: 1, thumbnail: null, sceneCounts: { total: 1, described: 0 } });
  });
});

describe('the scenes of a project', () => {
  it('are shown in their order, with their place among the present ones', () => {
    const deleted: ProjectEvent = { type: 'SceneDeleted', data: { sceneId: sceneId(2) } };
    const shown = presentScenes(stateAfter([scene(3), scene(1), scene(2)], deleted));
    expect(shown.map(({ id, displayOrder, projectId }) => [id, displayOrder, projectId])).toEqual([
      [sceneId(1), 1, PROJECT],
      [sceneId(3), 2, PROJECT],
    ]);
  });

  it('show their slots and clips as lists, and the main ones alone', () => {
    const slots = [image('lamp', { jobId: 'job' }), image('fog', { url: '', status: 'failed' })];
    const [shown] = presentScenes(
      stateAfter([scene(1, { ...words, ...clip, images: slots, mainImageId: 'lamp', imageStatus: 'failed' })]),
    );
    expect(sceneSchema.parse(shown)).toMatchObject({
      ...words,
      title: 'Scene 1',
      imageUrl: '/api/media/lamp',
      imageUrls: ['/api/media/lamp', ''],
      imageStatuses: ['complete', 'failed'],
      imageJobIds: ['job', null],
      imageIds: ['lamp', 'fog'],
      imageStatus: 'failed',
      mainVideoId: 'other',
      videoUrl: '/api/media/other',
      videoUrls: ['/api/media/clip', '/api/media/other'],
      videoStatuses: ['complete', 'complete'],
      createdAt: NOW,
      updatedAt: NOW,
    });
  });

  it('have no clip while none is the main one', () => {
    const [shown] = presentScenes(stateAfter([scene(1, { videos: [video('clip')] })]));
    expect(shown).toMatchObject({ mainVideoId: null, videoUrl: null, imageUrl: null, imageUrls: [] });
  });
});
