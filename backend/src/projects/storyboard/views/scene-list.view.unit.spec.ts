import { created, image, PROJECT, scene, sceneId, video } from '../../../testing/project-fixtures';
import { OWNER } from '../../../testing/given-when-then';
import { foldTwice, recorded } from '../../../testing/view-spec';
import type { ProjectEvent } from '../domain/events';
import { sceneListView } from './scene-list.view';

const LATER = '2026-03-02T08:00:00.000Z';
const log = (...events: ProjectEvent[]) =>
  events.map((event, index) =>
    recorded(event, index, { streamId: `project-${PROJECT}`, ...(index > 0 && { at: LATER }) }),
  );
const rowsAfter = (...events: ProjectEvent[]) => foldTwice(sceneListView, log(...events));
const keysOf = (event: ProjectEvent) => sceneListView.keys(recorded(event, 1) as never);

const speech = { url: '/api/media/line', seconds: 2, text: 'Once.', voice: 'alto' };
const spoken = (of: string | null): ProjectEvent => ({
  type: 'SpeechJobCompleted',
  data: { jobId: 'job', sceneId: of, speech, usd: 0 },
});

describe('a row of the scene list', () => {
  it('is created with its project, with the fields that queries need', () => {
    const content = scene(1, { description: 'A lamp.', images: [image('a')], mainImageId: 'a', videos: [video('v')] });
    expect(rowsAfter(created([content])).get(sceneId(1))).toMatchObject({
      ...content,
      projectId: PROJECT,
      userId: OWNER,
      mainImageUrl: '/api/media/a',
      described: true,
      prompted: false,
      deleted: false,
      projectDeleted: false,
      createdAt: '2026-03-01T12:00:00.000Z',
      revision: '0',
    });
  });

  it('is created with a scene that is added by hand', () => {
    const added: ProjectEvent = { type: 'SceneAdded', data: { scene: scene(2, { imagePrompt: 'waves' }) } };
    const rows = rowsAfter(created([scene(1)]), added);
    expect([...rows.keys()]).toEqual([sceneId(1), sceneId(2)]);
    expect(rows.get(sceneId(2))).toMatchObject({
      title: 'Scene 2',
      projectId: PROJECT,
      userId: OWNER,
      createdAt: LATER,
      revision: '1',
    });
  });

  it('has a prompt for images once a description was written, and a prompt', () => {
    const edited = (changes: object): ProjectEvent => ({
      type: 'SceneEdited',
      data: { sceneId: sceneId(1), changes },
    });
    const words = edited({ description: 'A lamp.' });
    expect(rowsAfter(created([scene(1)]), words).get(sceneId(1))).toMatchObject({ described: true, prompted: false });
    const prompted = rowsAfter(created([scene(1)]), words, edited({ imagePrompt: 'a lamp, at night' }));
    expect(prompted.get(sceneId(1))).toMatchObject({ described: true, prompted: true });
    const emptied = [words, edited({ imagePrompt: 'a lamp' }), edited({ imagePrompt: '' })];
    expect(rowsAfter(created([scene(1)]), ...emptied).get(sceneId(1))?.prompted).toBe(false);
  });

  it('moves to its place in an order, and the others stay', () => {
    const past = created([scene(1), scene(2), scene(3)]);
    const orders = [
      { sceneId: sceneId(3), order: 5 },
      { sceneId: sceneId(1), order: 30 },
    ];
    const moved: ProjectEvent = { type: 'SceneReordered', data: { orders } };
    expect(keysOf(moved)).toEqual([sceneId(3), sceneId(1)]);
    const rows = rowsAfter(past, moved);
    expect([...rows.values()].map(({ id, order, revision }) => [id, order, revision])).toEqual([
      [sceneId(1), 30, '1'],
      [sceneId(2), 20, '0'],
      [sceneId(3), 5, '1'],
    ]);
    expect(rows.get(sceneId(1))?.updatedAt).toBe(LATER);
  });

  it('is marked as deleted when all scenes are, and comes back with them', () => {
    const past = [created([scene(1), scene(2)])];
    const gone: ProjectEvent = { type: 'AllScenesDeleted', data: { sceneIds: [sceneId(1)] } };
    const back: ProjectEvent = { type: 'AllScenesRestored', data: { restoredIds: [sceneId(1)], removedIds: [] } };
    expect(rowsAfter(...past, gone).get(sceneId(1))).toMatchObject({ deleted: true, updatedAt: LATER, revision: '1' });
    expect(rowsAfter(...past, gone).get(sceneId(2))?.deleted).toBe(false);
    expect(rowsAfter(...past, gone, back).get(sceneId(1))).toMatchObject({ deleted: false, revision: '2' });
  });

  it('shows the narration of its own line, not that of the whole story', () => {
    const past = created([scene(1)]);
    expect(keysOf(spoken(sceneId(1)))).toEqual([sceneId(1)]);
    expect(rowsAfter(past, spoken(sceneId(1))).get(sceneId(1))).toMatchObject({ speech, speechStatus: 'complete' });
    expect(keysOf(spoken(null))).toEqual([]);
    expect(rowsAfter(past, spoken(null))).toEqual(rowsAfter(past));
  });

  it('is not created by an event of an unknown scene', () => {
    const deleted: ProjectEvent = { type: 'SceneDeleted', data: { sceneId: sceneId(9) } };
    expect([...rowsAfter(created([scene(1)]), deleted).keys()]).toEqual([sceneId(1)]);
  });
});
