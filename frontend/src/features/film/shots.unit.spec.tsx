import { filmTimeline, NEW_FILM_SETTINGS, type Scene } from '@storyreel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { images, sceneWith, videoItem } from '../../testing/media-fixtures';
import { leaveApp } from '../../testing/render-app';
import { renderWorkspace } from '../../testing/render-workspace';
import { sceneId, WorkspaceServer } from '../../testing/workspace-server';
import { sceneOfFilm } from './api';
import { removed, timelineShots, trimmed } from './shots';

afterEach(leaveApp);

const TEXT =
  'The keeper climbed the stairs. The lamp had gone out, and below him the sea was loud. He struck a match; ' +
  'the wind took it. He struck another, and this one held.';
const spoken = (part: Partial<Scene> = {}): Scene =>
  sceneWith(images(3), {
    id: sceneId(1),
    title: 'The lamp',
    displayOrder: 1,
    speech: { url: '/api/media/line', seconds: 11, text: TEXT, voice: 'slt' },
    speechStatus: 'complete',
    ...part,
  });
const blockOf = (scene: Scene) => {
  const [block] = filmTimeline([sceneOfFilm(scene)], NEW_FILM_SETTINGS).blocks;
  if (!block) throw new Error('the scene shows nothing');
  return block;
};

describe('the shots of the timeline', () => {
  it('show a clip and its last frame as one, with the words spoken meanwhile', () => {
    const clip = { videos: [videoItem('clip', { duration: 2 })], mainVideoId: 'clip', imageUrl: null, imageUrls: [] };
    const shots = timelineShots(blockOf(spoken({ ...clip, speech: null })), 'normal');
    expect(shots.map(({ picture }) => picture.kind)).toEqual(['clip']);
    const words = timelineShots(blockOf(spoken()), 'normal').map((shot) => shot.words);
    expect(words[0]).toBe('The keeper climbed the stairs.');
    expect(words.join(' ')).toBe(TEXT);
  });

  it.each([
    ['the first by its next one', 0, 1],
    ['another by the one before it', 1, 0],
  ])('can be removed: %s', (_, at, kept) => {
    const block = blockOf(spoken());
    const shots = timelineShots(block, 'normal');
    const change = removed(block, shots, at);
    expect(change).toMatchObject({ action: 'remove', pin: { picture: shots[kept]?.picture } });
    const again = timelineShots({ ...block, pins: change && 'pin' in change ? [change.pin] : [] }, 'normal');
    expect([again[0]?.from, again[0]?.to, again[0]?.isPinned]).toEqual([0, shots[1]?.to, true]);
  });

  it('are trimmed from word to word, the last one at its beginning, and none to zero', () => {
    const block = blockOf(spoken());
    const shots = timelineShots(block, 'normal');
    const lengthAfter = (at: number, direction: 1 | -1) => {
      const change = trimmed(block, shots, at, direction);
      const again = timelineShots({ ...block, pins: change && 'pin' in change ? [change.pin] : [] }, 'normal');
      const pinned = again.find(({ isPinned }) => isPinned);
      return pinned && pinned.to - pinned.from - (shots[at] ? shots[at].to - shots[at].from : 0);
    };
    const last = shots.length - 1;
    expect(lengthAfter(0, 1)).toBeGreaterThan(0.2);
    expect(lengthAfter(0, -1)).toBeLessThan(-0.2);
    expect(lengthAfter(last, 1)).toBeGreaterThan(0.2);
    const only = blockOf(spoken({ speech: null, duration: 3 }));
    expect(trimmed(only, timelineShots(only, 'normal'), 0, 1)).toBeNull();
  });
});

it('gives a shot another image, trims, frees and removes it, each with Undo', async () => {
  const server = new WorkspaceServer([spoken()]);
  const { user } = renderWorkspace('create');
  const list = within(await screen.findByRole('list', { name: 'Shots of scene 1' }));
  const pins = () => server.scenes[0]?.shotPins ?? [];
  const shots = () => list.getAllByRole('button').map((shot) => shot.getAttribute('aria-label') ?? '');
  const before = shots();
  expect(before[0]).toMatch(/^Shot 1 of scene 1, image 1, \d(?:\.\d)? s$/);
  await user.click(list.getByRole('button', { name: before[1] }));
  const panel = within(screen.getByRole('region', { name: 'Shot 2 of scene 1' }));
  await user.click(panel.getByRole('button', { name: 'Show image 3' }));
  await screen.findByText('Image of the shot changed');
  expect(pins()).toMatchObject([{ picture: { url: '/api/media/2.png' } }]);
  expect(shots()[1]).toMatch(/image 3, .* pinned$/);
  await user.click(panel.getByRole('button', { name: 'Longer' }));
  await screen.findByText('Shot trimmed');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Shots restored');
  await waitFor(() => expect(shots()[1]).toBe(`${before[1]?.replace('image 2', 'image 3')}, pinned`));
  await user.click(panel.getByRole('button', { name: 'Unpin' }));
  await waitFor(() => expect(pins()).toEqual([]));
  expect(shots()).toEqual(before);
  // By keyboard: arrow keys move along the shots, and Delete removes one.
  list.getByRole('button', { name: before[0] }).focus();
  await user.keyboard('{ArrowRight}{Delete}');
  await screen.findByText('Shot removed');
  expect(shots()).toHaveLength(before.length - 1);
  expect(pins()).toMatchObject([{ picture: { url: '/api/media/0.png' } }]);
});
