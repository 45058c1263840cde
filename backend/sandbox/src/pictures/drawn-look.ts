import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { PersonLook } from './brief';
import type { Colour } from './colour';

/** Begins the comment in which one of our pictures names the people shown. */
const MARK = 'storyreel-sandbox-people ';
const START = [0xff, 0xd8];
const COMMENT = 0xfe;
const SCAN = 0xda;
const MOST_BYTES = 60_000;

/** A character as a reference picture shows it; a picture from elsewhere shows only the colours. */
export type ShownLook = Partial<Omit<PersonLook, 'key'>>;

export interface NamedLook {
  name: string;
  look: ShownLook;
}

/** Adds a comment to a JPEG that names the people in it, so that it can be a reference for further pictures. */
export function withPeople(jpeg: Buffer, people: readonly PersonLook[]): Buffer {
  const text = Buffer.from(MARK + JSON.stringify(people));
  if (people.length === 0 || text.length > MOST_BYTES) return jpeg;
  const head = Buffer.from([...START, 0xff, COMMENT, (text.length + 2) >> 8, (text.length + 2) & 0xff]);
  return Buffer.concat([head, text, jpeg.subarray(START.length)]);
}

/** Returns the people in one of our pictures; nobody for any other picture. */
function peopleIn(bytes: Buffer): PersonLook[] {
  if (bytes[0] !== START[0] || bytes[1] !== START[1]) return [];
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== SCAN;) {
    const length = bytes.readUInt16BE(at + 2);
    const text = bytes.subarray(at + 4, at + 2 + length).toString('utf8');
    if (bytes[at + 1] === COMMENT && text.startsWith(MARK)) return readPeople(text.slice(MARK.length));
    at += 2 + length;
  }
  return [];
}

function readPeople(json: string): PersonLook[] {
  try {
    const people: unknown = JSON.parse(json);
    return Array.isArray(people) ? (people as PersonLook[]) : [];
  } catch {
    // The comment is not ours or was cut off, so the picture is treated like any other.
    return [];
  }
}

type Share = readonly [from: number, to: number];
/** Areas of hair, skin and clothes in a picture of one person from the waist up, as shares of width and height. */
const AREAS: Record<'hairColour' | 'skinColour' | 'topColour', { x: Share; y: Share }> = {
  hairColour: { x: [0.38, 0.62], y: [0.06, 0.2] },
  skinColour: { x: [0.42, 0.58], y: [0.3, 0.42] },
  topColour: { x: [0.34, 0.66], y: [0.68, 0.92] },
};
const SIDE = 64;

async function measured(bytes: Buffer): Promise<ShownLook> {
  const canvas = createCanvas(SIDE, SIDE);
  const ctx = canvas.getContext('2d');
  ctx.drawImage(await loadImage(bytes), 0, 0, SIDE, SIDE);
  const colour = ({ x, y }: { x: Share; y: Share }): Colour => {
    const [left, top] = [Math.round(x[0] * SIDE), Math.round(y[0] * SIDE)];
    const [width, height] = [Math.round(x[1] * SIDE) - left, Math.round(y[1] * SIDE) - top];
    const { data } = ctx.getImageData(left, top, width, height);
    const mean = (channel: number): number => {
      let sum = 0;
      for (let at = channel; at < data.length; at += 4) sum += data[at] ?? 0;
      return Math.round(sum / (data.length / 4));
    };
    return `#${[0, 1, 2].map((channel) => mean(channel).toString(16).padStart(2, '0')).join('')}`;
  };
  const { hairColour, skinColour, topColour } = AREAS;
  return { hairColour: colour(hairColour), skinColour: colour(skinColour), topColour: colour(topColour) };
}

/**
 * Returns how a reference shows a character: as drawn in a picture of ours; otherwise only the colours of hair, skin
 * and clothes.
 * @throws Error when the bytes are no image
 */
export async function lookIn({ bytes, name }: { bytes: Uint8Array; name: string }): Promise<ShownLook> {
  const picture = Buffer.from(bytes);
  const people = peopleIn(picture);
  const [first] = people;
  const person = people.find(({ key }) => isSame(key, name)) ?? first;
  if (!person) return measured(picture);
  const { key: _, ...look } = person;
  return look;
}

/** True for two names of the same character, such as 'Old Tom' and 'tom'. */
export const isSame = (one: string, other: string): boolean => {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return a === b || a.split(/\s+/u).includes(b) || b.split(/\s+/u).includes(a);
};
