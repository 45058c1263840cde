/** A colour as '#rrggbb', so that palettes stay readable; alpha is added only on painting. */
export type Colour = string;

type Rgb = readonly [number, number, number];

function parse(colour: Colour): Rgb {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

const clampByte = (value: number): number => Math.max(0, Math.min(255, Math.round(value)));

function format([r, g, b]: Rgb): Colour {
  return `#${((1 << 24) | (clampByte(r) << 16) | (clampByte(g) << 8) | clampByte(b)).toString(16).slice(1)}`;
}

/** Mixes two colours: `amount` 0 is all `a`, 1 is all `b`. */
export function mix(a: Colour, b: Colour, amount: number): Colour {
  const t = Math.max(0, Math.min(1, amount));
  const [ar, ag, ab] = parse(a);
  const [br, bg, bb] = parse(b);
  return format([ar + (br - ar) * t, ag + (bg - ag) * t, ab + (bb - ab) * t]);
}

/** Returns the colour of a surface `a` under light of colour `b`. */
export function multiply(a: Colour, b: Colour): Colour {
  const [ar, ag, ab] = parse(a);
  const [br, bg, bb] = parse(b);
  return format([(ar * br) / 255, (ag * bg) / 255, (ab * bb) / 255]);
}

export function alpha(colour: Colour, opacity: number): string {
  const [r, g, b] = parse(colour);
  return `rgba(${r},${g},${b},${Math.max(0, Math.min(1, opacity)).toFixed(3)})`;
}

export const lighten = (colour: Colour, amount: number): Colour => mix(colour, '#ffffff', amount);
export const darken = (colour: Colour, amount: number): Colour => mix(colour, '#05060c', amount);

function toHsl([r, g, b]: Rgb): [number, number, number] {
  const max = Math.max(r, g, b) / 255;
  const min = Math.min(r, g, b) / 255;
  const light = (max + min) / 2;
  const delta = max - min;
  if (delta === 0) return [0, 0, light];
  const saturation = delta / (1 - Math.abs(2 * light - 1));
  const [rr, gg, bb] = [r / 255, g / 255, b / 255];
  const sector = max === rr ? ((gg - bb) / delta + 6) % 6 : max === gg ? (bb - rr) / delta + 2 : (rr - gg) / delta + 4;
  return [sector * 60, saturation, light];
}

function fromHsl(hue: number, saturation: number, light: number): Colour {
  const chroma = (1 - Math.abs(2 * light - 1)) * saturation;
  const channel = (offset: number): number => {
    const k = (offset + hue / 30) % 12;
    return (light - (chroma / 2) * Math.max(-1, Math.min(k - 3, 9 - k, 1))) * 255;
  };
  return format([channel(0), channel(8), channel(4)]);
}

/** Shifts the hue by degrees and multiplies saturation and lightness. */
export function adjust(colour: Colour, hue: number, saturation: number, lightness: number): Colour {
  const [h, s, l] = toHsl(parse(colour));
  return fromHsl((h + hue + 360) % 360, Math.min(1, s * saturation), Math.min(1, l * lightness));
}

/** Colour words for hair, clothes and things, with the colours that the painters use. */
export const COLOURS: Readonly<Record<string, Colour>> = {
  red: '#b8433a',
  crimson: '#a12f35',
  scarlet: '#c23b2e',
  orange: '#d97b36',
  yellow: '#d8a93c',
  golden: '#d0a043',
  gold: '#d0a043',
  green: '#55794f',
  olive: '#7a7a45',
  teal: '#3f7f7d',
  turquoise: '#4aa3a0',
  blue: '#43699a',
  navy: '#2f4365',
  purple: '#6c4f8a',
  violet: '#7a5aa0',
  pink: '#d68a98',
  brown: '#7a5138',
  tan: '#b58f66',
  beige: '#d2bd98',
  white: '#e9e6df',
  cream: '#ecdfc4',
  grey: '#7d818a',
  gray: '#7d818a',
  silver: '#b5bac2',
  black: '#2c2c34',
  blond: '#d9b36a',
  blonde: '#d9b36a',
  auburn: '#8a4a2e',
  ginger: '#c4652f',
  copper: '#b0633a',
  bronze: '#a9783f',
  brass: '#b8934a',
  dark: '#33292a',
  fair: '#d9b97c',
  rust: '#a9552f',
};
