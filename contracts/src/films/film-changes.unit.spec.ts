import { changesSince, filmFingerprint } from './film-fingerprint';
import { filmLacks } from './film-lacks';
import { NEW_FILM_SETTINGS } from './film-settings';
import { filmTimeline } from './film-timeline';

const id = (n: number): string => `33333333-3333-4333-8333-${String(n).padStart(12, '0')}`;
type Scene = Parameters<typeof filmTimeline>[0][number] & Parameters<typeof filmLacks>[0][number];
const spoken = (text: string) => ({ url: `/line/${text.length}`, seconds: 2, text, voice: 'alto' });
const scene = (n: number, changes: Partial<Scene> = {}): Scene => ({
  ...{ id: id(n), title: `Scene ${n}`, duration: 5, mainVideo: null, mainImageUrl: `/image-${n}`, imageUrls: [] },
  ...{ narration: null, sourceText: 'A lamp.', description: '', speech: spoken('A lamp.') },
  ...changes,
});
const print = (scenes: Scene[], changes: object = {}) => {
  const settings = { ...NEW_FILM_SETTINGS, ...changes };
  return filmFingerprint({ ...settings, music: null, ...changes, blocks: filmTimeline(scenes, settings).blocks });
};
const before = print([scene(1), scene(2), scene(3)]);
const NOTHING = { changed: [], addedIds: [], removedIds: [], isReordered: false, film: [] };

describe('the changes since a film was made', () => {
  it.each<[string, Scene[], object, object]>([
    ['nothing', [scene(1), scene(2), scene(3)], { quality: '1080p', pace: 'normal' }, {}],
    ['a title', [scene(1, { title: 'New' }), scene(2), scene(3)], {}, {}],
    [
      'an image',
      [scene(1), scene(2, { mainImageUrl: '/new' }), scene(3)],
      {},
      { changed: [{ sceneId: id(2), parts: ['picture'] }] },
    ],
    [
      'other images, and text',
      [scene(1, { imageUrls: ['/b'] }), scene(2), scene(3, { speech: spoken('Two lamps.') })],
      {},
      {
        changed: [
          { sceneId: id(1), parts: ['shots'] },
          { sceneId: id(3), parts: ['narration'] },
        ],
      },
    ],
    ['the order', [scene(2), scene(1), scene(3)], {}, { isReordered: true }],
    ['the scenes', [scene(1), scene(3), scene(4)], {}, { addedIds: [id(4)], removedIds: [id(2)] }],
    [
      'settings',
      [scene(1), scene(2), scene(3)],
      { captions: 'words', endCard: 'The End', pace: 'quick', music: '/song' },
      { film: ['captions', 'cards', 'cuts', 'music'] },
    ],
  ])('are listed for %s', (_, scenes, settings, expected) => {
    expect(changesSince(before, print(scenes, settings))).toEqual({ ...NOTHING, ...expected });
  });

  it('leave out fields that the film did not have yet, and the order of fields', () => {
    const now = print([scene(1), scene(2), scene(3)]);
    expect(changesSince(before, { ...now, film: { ...now.film, glitter: 'x' } })).toEqual(NOTHING);
    const pin = (picture: object) => ({
      shotPins: [{ from: { share: 0, word: 0, said: 'A' }, to: { share: 1, word: null, said: '' }, picture }],
    });
    const [one, other] = [
      { kind: 'image', url: '/a' },
      { url: '/a', kind: 'image' },
    ].map((picture) => print([scene(1, pin(picture) as Partial<Scene>)]));
    expect(one).toEqual(other);
  });
});

describe('missing parts of a film', () => {
  const lacks = (scenes: Scene[], changes: object = {}) => {
    const settings = { ...NEW_FILM_SETTINGS, ...changes };
    return filmLacks(scenes, filmTimeline(scenes, settings), settings);
  };

  it.each<[string, Scene[], object, object[]]>([
    ['nothing', [scene(1), scene(2)], {}, []],
    [
      'an image, without the narration of unseen scenes',
      [scene(1), scene(2, { mainImageUrl: null, speech: null })],
      {},
      [{ kind: 'picture', sceneIds: [id(2)], scripts: [] }],
    ],
    [
      'narration, except of scenes without text',
      [scene(1, { speech: null }), scene(2, { speech: null, sourceText: ' ' })],
      {},
      [{ kind: 'narration', sceneIds: [id(1)], scripts: [] }],
    ],
    [
      'narration of the present text',
      [scene(1, { narration: 'Two lamps.' }), scene(2)],
      {},
      [{ kind: 'old-words', sceneIds: [id(1)], scripts: [] }],
    ],
    [
      'a writing system without a font',
      [scene(1), scene(2, { narration: 'ᠮᠣᠩᠭᠣᠯ', speech: spoken('ᠮᠣᠩᠭᠣᠯ') })],
      {},
      [{ kind: 'script', sceneIds: [id(2)], scripts: ['Mongolian'] }],
    ],
    [
      'a writing system of a card',
      [scene(1)],
      { endCard: 'ᠮᠣᠩᠭᠣᠯ' },
      [{ kind: 'script', sceneIds: [], scripts: ['Mongolian'] }],
    ],
    [
      'no writing system without captions',
      [scene(2, { narration: 'ᠮᠣᠩᠭᠣᠯ', speech: spoken('ᠮᠣᠩᠭᠣᠯ') })],
      { captions: 'off' },
      [],
    ],
  ])('are %s', (_, scenes, settings, expected) => {
    expect(lacks(scenes, settings)).toEqual(expected);
  });
});
