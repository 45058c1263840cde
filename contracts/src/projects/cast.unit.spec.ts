import { withLooks, wantedPictures } from '../generation/references';
import type { CastMember, StoredCastMember } from './cast';
import type { CastRefusal } from './change-cast';
import { changedCast } from './change-cast';
import { castAfterTexts, castLines, castMembers, sceneCast, withCastLine } from './scene-cast';
import type { CastOfProject } from './scene-cast';

const picture = (name: string) => ({ id: `id of ${name}`, url: `/api/media/${name}`, hash: `hash of ${name}` });
const stored = (id: string, name: string, ...pictures: string[]): StoredCastMember => ({
  id,
  kind: 'character',
  name,
  pictures: pictures.map(picture),
});
const project = (part: Partial<CastOfProject> = {}): CastOfProject => ({
  characters: 'Mara: girl of eleven, red coat\nOld Tom: grey beard',
  environment: 'The harbour: grey stone',
  props: 'Brass key',
  voices: [],
  cast: [stored('character-mara', 'Mara', 'front', 'side')],
  ...part,
});
const NOBODY: ReadonlySet<string> = new Set();
const named = (members: readonly CastMember[]) => members.map(({ name }) => name);

describe('the cast as text', () => {
  it.each([
    ['Mara: tall, red coat', [['Mara', 'tall, red coat']]],
    [
      '- Mara\n\nTom: ',
      [
        ['Mara', ''],
        ['Tom', ''],
      ],
    ],
    ['Mrs. Rabbit: blue apron', [['Mrs. Rabbit', 'blue apron']]],
    ['Mara: first\nmara: second', [['Mara', 'first']]],
    ['They all wear coats in winter.\nCoats, scarves and hats', []],
    ['The story of how a girl became the keeper: long', []],
  ])('%j names %j', (text, lines) => {
    expect(castLines(text).map(({ name, look }) => [name, look])).toEqual(lines);
  });

  it('has one line for each member, updated in place, appended or removed', () => {
    const text = 'Some words first.\nMara: red coat\nTom';
    expect(withCastLine(text, 'mara', { name: 'Mara', look: 'blue\ncoat' })).toBe(
      'Some words first.\nMara: blue coat\nTom',
    );
    expect(withCastLine('', null, { name: 'Mara', look: '' })).toBe('Mara');
    expect(withCastLine(text, 'Tom', null)).toBe('Some words first.\nMara: red coat');
  });

  it('equals the members: the lines with their stored data', () => {
    const voices = [{ speaker: 'Mara', voice: 'alto', speed: 1, stability: 1, clarity: 1, style: 0 }];
    expect(castMembers(project({ voices }))).toEqual([
      { ...stored('character-mara', 'Mara', 'front', 'side'), look: 'girl of eleven, red coat', voice: 'alto' },
      { ...stored('character-old-tom', 'Old Tom'), look: 'grey beard', voice: null },
      { id: 'place-the-harbour', kind: 'place', name: 'The harbour', look: 'grey stone', voice: null, pictures: [] },
      { id: 'prop-brass-key', kind: 'prop', name: 'Brass key', look: '', voice: null, pictures: [] },
    ]);
  });

  it.each<[string, string, string[]]>([
    ['a new name in the same line', 'Marta: girl of eleven, red coat\nOld Tom: grey beard', ['Marta']],
    ['a rewritten text', 'Ida: tall\nOld Tom: grey beard', ['Mara']],
    ['a removed line', 'Old Tom: grey beard', ['Mara']],
  ])('keeps the images after %s', (_, characters, names) => {
    expect(castAfterTexts(project(), { characters }, NOBODY).map(({ name }) => name)).toEqual(names);
  });

  it('keeps a renamed member in the scenes that name it, also without images', () => {
    const characters = 'Mara: girl of eleven, red coat\nTom: grey beard';
    const cast = castAfterTexts(project(), { characters }, new Set(['character-old-tom']));
    expect(
      named(sceneCast(scene({ cast: ['character-old-tom'] }), castMembers(project({ characters, cast })))),
    ).toEqual(['Tom']);
  });
});

const scene = (part: Partial<Parameters<typeof sceneCast>[0]> = {}) => ({
  ...{ cast: null, sourceText: '', description: '' },
  ...part,
});

describe('the cast of a scene', () => {
  it.each([
    ['Mara runs to the harbour.', ['Mara', 'The harbour']],
    ['Tom sleeps.', ['Old Tom']],
    ['She finds a brass key.', ['Brass key']],
    ['Tomorrow, Maraschino cherries.', []],
  ])('is found in its text: %s', (sourceText, names) => {
    expect(named(sceneCast(scene({ sourceText }), castMembers(project())))).toEqual(names);
  });

  it('is the chosen one, whatever the text says', () => {
    const chosen = scene({ sourceText: 'Mara runs.', cast: ['character-old-tom'] });
    expect(named(sceneCast(chosen, castMembers(project())))).toEqual(['Old Tom']);
    expect(sceneCast({ ...chosen, cast: [] }, castMembers(project()))).toEqual([]);
  });
});

describe('the reference images of a request', () => {
  const members = castMembers(
    project({
      cast: [stored('character-mara', 'Mara', 'front', 'side'), stored('character-old-tom', 'Old Tom', 'tom')],
    }),
  );
  const [mara, tom] = members as [CastMember, CastMember];
  const urls = (cast: CastMember[], most: number, part: { imageUrl?: string; prompt?: string } = {}) =>
    wantedPictures({ cast, lead: mara, imageUrl: null, prompt: '', ...part }, most).map(({ url }) => url);

  it.each<[string, CastMember[], number, string[]]>([
    ['two characters', [mara, tom], 16, ['/api/media/front', '/api/media/tom', '/api/media/side']],
    [
      'as many as a model accepts, at least one for each member',
      [mara, tom],
      2,
      ['/api/media/front', '/api/media/tom'],
    ],
    ['none for a model without references', [mara, tom], 0, []],
    ['none for a scene without a cast', [], 16, []],
  ])('are those of %s', (_, cast, most, expected) => {
    expect(urls(cast, most)).toEqual(expected);
  });

  it('include the project’s reference image for a scene with the lead, and that of --oref', () => {
    const lead = 'https://example.com/mara.png';
    expect(urls([mara], 3, { imageUrl: lead })).toEqual(['/api/media/front', lead, '/api/media/side']);
    expect(urls([tom], 3, { imageUrl: lead })).toEqual(['/api/media/tom']);
    const prompt = 'Tom --oref https://example.com/a.png --ar 9:16';
    expect(urls([tom], 3, { prompt })).toEqual(['/api/media/tom', 'https://example.com/a.png']);
  });
});

describe('descriptions in a prompt', () => {
  const look = (name: string, words: string) => ({ kind: 'character' as const, name, look: words });
  it.each([
    ['Mara runs.', 'Mara (red coat) runs.'],
    ['Mara (girl, blue coat) runs.', 'Mara (red coat) runs.'],
    ['Mara (running) waves.', 'Mara (running; red coat) waves.'],
    ['A harbour at dawn.', 'A harbour at dawn. With Mara (red coat).'],
  ])('follow the name: %s', (prompt, told) => {
    expect(withLooks(prompt, [look('Mara', 'red coat'), look('Tom', '')])).toBe(told);
  });
});

describe('a change of the cast', () => {
  const after = (change: Parameters<typeof changedCast>[1], part: Partial<CastOfProject> = {}) =>
    changedCast(project(part), change, NOBODY).fields;
  const memberId = 'character-mara';

  it('of a description edits the text, and of a name the voice too', () => {
    const voices = [{ speaker: 'Mara', voice: 'alto', speed: 1, stability: 1, clarity: 1, style: 0 }];
    expect(after({ action: 'edit', memberId, look: 'blue coat' })).toEqual({
      characters: 'Mara: blue coat\nOld Tom: grey beard',
    });
    const renamed = after({ action: 'edit', memberId, name: 'Marta' }, { voices });
    expect(renamed).toMatchObject({ cast: [{ id: memberId, name: 'Marta' }], voices: [{ speaker: 'Marta' }] });
  });

  it('adds an image once, makes another the first, and removes it', () => {
    const pictures = (fields: ReturnType<typeof after>) => fields.cast?.[0]?.pictures.map(({ url }) => url);
    expect(pictures(after({ action: 'addPicture', memberId, picture: picture('front') }))).toHaveLength(2);
    expect(pictures(after({ action: 'addPicture', memberId, picture: picture('new') }))?.at(-1)).toBe('/api/media/new');
    const side = { memberId, pictureId: 'id of side' };
    expect(pictures(after({ action: 'lead', ...side }))).toEqual(['/api/media/side', '/api/media/front']);
    expect(pictures(after({ action: 'removePicture', ...side }))).toEqual(['/api/media/front']);
  });

  it.each<[string, Parameters<typeof changedCast>[1], string]>([
    ['a duplicate name', { action: 'add', kind: 'character', name: 'mara', look: '' }, 'conflict'],
    [
      'a name that is a sentence',
      { action: 'add', kind: 'prop', name: 'It rains, and rains', look: '' },
      'bad_request',
    ],
    ['an unknown member', { action: 'remove', memberId: 'character-ida' }, 'not_found'],
    ['a missing image', { action: 'lead', memberId, pictureId: 'other' }, 'not_found'],
    ['a seventh image', { action: 'addPicture', memberId, picture: picture('7') }, 'limit_reached'],
  ])('is refused for %s', (_, change, code) => {
    const cast = [stored(memberId, 'Mara', '1', '2', '3', '4', '5', '6')];
    const refusal = expect.objectContaining({ code }) as CastRefusal;
    expect(() => after(change, { cast })).toThrow(refusal);
  });
});
