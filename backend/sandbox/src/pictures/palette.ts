import { adjust, type Colour, mix, multiply } from './colour';
import type { Mood, TimeOfDay, Weather } from './brief';

/** The light of an image. Every local colour goes through `shade`, which keeps the image consistent. */
export interface Light {
  time: TimeOfDay;
  /** Colours from the zenith down to the horizon. */
  sky: readonly [Colour, Colour, Colour, Colour];
  /** Colour of the direct light from the sun or the moon. */
  key: Colour;
  keyStrength: number;
  ambient: Colour;
  haze: Colour;
  cloudLight: Colour;
  cloudShade: Colour;
  /** Glow of lamps and windows: 0 in daylight, 1 at night. */
  night: number;
}

interface TimeColours {
  sky: readonly [Colour, Colour, Colour, Colour];
  key: Colour;
  keyStrength: number;
  ambient: Colour;
  cloudLight: Colour;
  cloudShade: Colour;
  night: number;
}

const TIMES: Record<TimeOfDay, TimeColours> = {
  dawn: {
    sky: ['#35507f', '#8f86ad', '#f0a99a', '#ffe1b4'],
    key: '#ffd9a8',
    keyStrength: 0.75,
    ambient: '#c9b3c8',
    cloudLight: '#ffd3bd',
    cloudShade: '#9a86a8',
    night: 0.35,
  },
  day: {
    sky: ['#2f78b8', '#6cb0dc', '#b9dff0', '#f3f4e2'],
    key: '#fff3d0',
    keyStrength: 0.8,
    ambient: '#e8f0f4',
    cloudLight: '#ffffff',
    cloudShade: '#a9c4da',
    night: 0,
  },
  dusk: {
    sky: ['#241f4e', '#713a72', '#e56b55', '#ffc26a'],
    key: '#ffad5c',
    keyStrength: 0.85,
    ambient: '#a97f9c',
    cloudLight: '#ff9d6c',
    cloudShade: '#5d3564',
    night: 0.7,
  },
  night: {
    sky: ['#060c22', '#0f1f47', '#22406f', '#4a6f9c'],
    key: '#cfe0ff',
    keyStrength: 0.5,
    ambient: '#4a629c',
    cloudLight: '#5f7fb0',
    cloudShade: '#14244a',
    night: 1,
  },
};

const GREY_SKY: Record<TimeOfDay, readonly [Colour, Colour, Colour, Colour]> = {
  dawn: ['#4c5670', '#7f869b', '#b5acb0', '#dccdc0'],
  day: ['#6d8195', '#93a7b5', '#b9c7cd', '#d9dfdc'],
  dusk: ['#2a2c46', '#4d4964', '#8a6a72', '#c79678'],
  night: ['#080d1c', '#111b34', '#1f2f4e', '#36506f'],
};

const OVERCAST: Record<Weather, number> = { clear: 0, cloudy: 0.35, fog: 0.7, snow: 0.6, rain: 0.75, storm: 0.95 };

interface Grade {
  hue: number;
  saturation: number;
  lightness: number;
}

const MOOD_GRADE: Record<Mood, Grade> = {
  calm: { hue: 0, saturation: 0.95, lightness: 1 },
  warm: { hue: -4, saturation: 1.1, lightness: 1.03 },
  joyful: { hue: 0, saturation: 1.2, lightness: 1.06 },
  tense: { hue: 4, saturation: 0.85, lightness: 0.86 },
  sad: { hue: 6, saturation: 0.68, lightness: 0.92 },
  mysterious: { hue: 12, saturation: 0.95, lightness: 0.86 },
};

/** Grades of the same light, one for each variant: unchanged, warmer, deeper and cooler, paler. */
const VARIANT_GRADE: readonly Grade[] = [
  { hue: 0, saturation: 1, lightness: 1 },
  { hue: -9, saturation: 1.1, lightness: 1.03 },
  { hue: 10, saturation: 1.05, lightness: 0.87 },
  { hue: -3, saturation: 0.82, lightness: 1.08 },
];

const NEUTRAL: Grade = { hue: 0, saturation: 1, lightness: 1 };

export function createLight(time: TimeOfDay, weather: Weather, mood: Mood, variant: number): Light {
  const base = TIMES[time];
  const overcast = OVERCAST[weather];
  const variation = VARIANT_GRADE[variant % VARIANT_GRADE.length] ?? NEUTRAL;
  const feeling = MOOD_GRADE[mood];
  const graded = (colour: Colour): Colour =>
    adjust(
      colour,
      variation.hue + feeling.hue,
      variation.saturation * feeling.saturation,
      variation.lightness * feeling.lightness,
    );
  const storm = weather === 'storm' ? 0.8 : 1;
  const skyAt = (index: 0 | 1 | 2 | 3): Colour =>
    adjust(graded(mix(base.sky[index], GREY_SKY[time][index], overcast)), 0, 1, storm);
  const sky = [skyAt(0), skyAt(1), skyAt(2), skyAt(3)] as const;
  return {
    time,
    sky,
    key: graded(base.key),
    keyStrength: base.keyStrength * (1 - overcast * 0.7),
    ambient: graded(mix(base.ambient, multiply(base.ambient, '#c4ccd6'), overcast)),
    haze: mix(sky[2], sky[3], 0.5),
    cloudLight: graded(mix(base.cloudLight, mix(GREY_SKY[time][3], GREY_SKY[time][2], 0.4), overcast)),
    cloudShade: graded(mix(base.cloudShade, GREY_SKY[time][0], overcast)),
    night: Math.min(1, base.night + overcast * 0.25),
  };
}

/**
 * Returns a surface's own colour as seen in this light.
 * @param depth 0 right before the camera, 1 at the horizon.
 * @param facing -1 turned away from the light, 1 towards it.
 */
export function shade(light: Light, own: Colour, depth: number, facing = 0): Colour {
  const tinted = multiply(own, light.ambient);
  const turned =
    facing >= 0
      ? mix(tinted, mix(own, light.key, 0.6), facing * light.keyStrength * 0.6)
      : mix(tinted, multiply(tinted, light.sky[0]), -facing * 0.7);
  return mix(turned, light.haze, Math.min(0.92, depth * 0.9));
}

/** Colour of lamps and lit windows. */
export const LAMP_LIGHT: Colour = '#ffcf7d';
