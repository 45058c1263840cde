import { createCanvas } from '@napi-rs/canvas';
import type { PersonLook } from './brief';
import { isSame, lookIn } from './drawn-look';
import { readBrief } from './read-brief';
import { renderPicture } from './render';

const FIRST =
  'Close-up of Mara (little rabbit, blue jacket) and Old Tom (old man, grey beard, yellow coat) at the harbour.';
const OTHERS = [
  'a field at dawn',
  'Mara runs through the forest',
  'Old Tom and Mara in a kitchen',
  'Mara Rabbit sleeps',
];
const NAMES = ['Mara', 'Old Tom'];

/** Everything that identifies a character, except the key. */
const known = ({ key: _, ...look }: PersonLook) => look;
const find = (people: readonly PersonLook[], name: string) => people.find(({ key }) => isSame(key, name));

describe('a character in a reference image', () => {
  const size = { width: 384, height: 683 };

  it.each(OTHERS)('is drawn with the same face, coat and kind in another image: %s', async (prompt) => {
    const drawn = readBrief(FIRST).people;
    const bytes = renderPicture({ prompt: FIRST, seed: '1', variant: 0, ...size });
    const looks = await Promise.all(NAMES.map(async (name) => ({ name, look: await lookIn({ bytes, name }) })));
    const { people } = readBrief(prompt, looks);
    for (const name of NAMES) {
      const [before, now] = [find(drawn, name), find(people, name)];
      expect(before && known(before)).toBeDefined();
      expect(now && known(now)).toEqual(before && known(before));
    }
  });

  it('has the colours of an image that the sandbox has not drawn, the same each time', async () => {
    const canvas = createCanvas(60, 90);
    const ctx = canvas.getContext('2d');
    const bands: [string, number, number][] = [
      ['#3a2010', 0, 24],
      ['#e0b090', 24, 30],
      ['#2050a0', 54, 36],
    ];
    for (const [colour, top, height] of bands) {
      ctx.fillStyle = colour;
      ctx.fillRect(0, top, 60, height);
    }
    const look = await lookIn({ bytes: canvas.toBuffer('image/png'), name: 'Mara' });
    expect(look).toEqual({ hairColour: '#3a2010', skinColour: '#e0b090', topColour: '#2050a0' });
    const [mara] = readBrief('Mara (girl, red coat) on a beach', [{ name: 'Mara', look }]).people;
    expect(mara).toMatchObject({ age: 'child', dress: 'coat', ...look });
  });
});
