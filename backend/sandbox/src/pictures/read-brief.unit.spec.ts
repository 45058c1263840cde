import type { PictureBrief } from './brief';
import { readBrief } from './read-brief';

describe('a prompt', () => {
  it.each<[string, Partial<PictureBrief>]>([
    ['A lighthouse on a cliff at night, storm, rain lashing', { place: 'cliff', time: 'night', weather: 'storm' }],
    ['Two children on the beach at sunset', { place: 'beach', time: 'dusk', weather: 'clear' }],
    ['A foggy harbour at dawn, fishing boats', { place: 'harbour', time: 'dawn', weather: 'fog' }],
    ['close-up of a brass key on the kitchen table', { place: 'room', room: 'kitchen', framing: 'close' }],
    ['a fox in the snowy forest', { place: 'forest', weather: 'snow' }],
    ['A rocket in outer space', { place: 'space' }],
    ['wide shot of a busy city street in the rain at night', { place: 'city', framing: 'wide', weather: 'rain' }],
    ['An astronaut underwater with a whale', { place: 'underwater' }],
    ['the lamp room of the lighthouse at dusk, a storm outside', { place: 'room', room: 'lamp', time: 'dusk' }],
    ['the old library, mood: mysterious', { room: 'library', mood: 'mysterious' }],
    ['', { place: 'field', time: 'day', weather: 'clear', mood: 'calm', people: [], subjects: [] }],
  ])('%s', (prompt, expected) => {
    expect(readBrief(prompt)).toMatchObject(expected);
  });

  it('lists the visible things in the order of their mention', () => {
    expect(readBrief('A dog beside a boat on the beach under gulls').subjects).toEqual(['dog', 'boat', 'gull']);
  });

  it('shows no house in a room and no ceiling lamp outdoors', () => {
    expect(readBrief('in the kitchen of the cottage, a letter').subjects).toEqual(['letter']);
    expect(readBrief('a glowing lamp on the beach').subjects).toEqual(['lantern']);
  });

  it('chooses a place for a subject without one', () => {
    expect(readBrief('A steam train arriving').place).toBe('station');
    expect(readBrief('a whale').place).toBe('sea');
  });

  it('does not draw the switches of other image services', () => {
    const people = readBrief('Mara (girl, red braids) on a hill --oref https://example.com/storm/castle.png').people;
    expect(readBrief('a hill --oref https://example.com/castle.png').subjects).toEqual([]);
    expect(people).toHaveLength(1);
  });
});

describe('the people of a prompt', () => {
  it('look as described in the brackets behind their names', () => {
    const prompt =
      'Medium shot: Mara (girl of eleven, red braids, yellow raincoat) and Tom (old man, grey beard) at sea.';
    const [mara, tom, ...others] = readBrief(prompt).people;
    expect(mara).toMatchObject({ key: 'mara', age: 'child', hair: 'long', dress: 'coat', topColour: '#d8a93c' });
    expect(tom).toMatchObject({ key: 'tom', age: 'old', beard: true, hairColour: '#7d818a' });
    expect(others).toEqual([]);
  });

  it('look the same in every image', () => {
    const look = (prompt: string) => readBrief(prompt).people[0];
    expect(look('Mara (woman, blue coat) in a forest at night')).toEqual(look('Mara (woman, blue coat) on a beach'));
  });

  it.each([
    ['a girl and an old man by the river', 2],
    ['two women at the market', 2],
    ['three children in a field', 3],
    ['an empty street', 0],
    ['the lighthouse keeper on the stairs', 1],
    ['Mara, a young woman, at the window', 1],
  ])('%s: %d', (prompt, count) => {
    expect(readBrief(prompt).people).toHaveLength(count);
  });
});
