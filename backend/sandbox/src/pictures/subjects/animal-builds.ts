import type { Colour } from '../colour';

/** A four-legged body, measured in shares of its height at the shoulder. */
export interface Build {
  /** Height at the shoulder as a share of an adult. */
  height: number;
  length: number;
  girth: number;
  neck: readonly [number, number];
  head: number;
  muzzle: number;
  leg: number;
  ears: 'pointed' | 'round' | 'long' | 'flop';
  tail: 'bushy' | 'thin' | 'short' | 'hair';
  colour: Colour;
  belly: Colour;
  mane?: Colour;
  antlers?: boolean;
}

export const ANIMALS = {
  cat: {
    height: 0.2,
    length: 1.3,
    girth: 0.52,
    neck: [0.22, 0.3],
    head: 0.42,
    muzzle: 0.12,
    leg: 0.13,
    ears: 'pointed',
    tail: 'thin',
    colour: '#5a5560',
    belly: '#8d8793',
  },
  dog: {
    height: 0.31,
    length: 1.3,
    girth: 0.5,
    neck: [0.28, 0.34],
    head: 0.36,
    muzzle: 0.27,
    leg: 0.14,
    ears: 'flop',
    tail: 'thin',
    colour: '#b07a45',
    belly: '#e6c79a',
  },
  fox: {
    height: 0.23,
    length: 1.5,
    girth: 0.48,
    neck: [0.26, 0.26],
    head: 0.36,
    muzzle: 0.3,
    leg: 0.11,
    ears: 'pointed',
    tail: 'bushy',
    colour: '#c8622d',
    belly: '#f3e2cd',
  },
  wolf: {
    height: 0.38,
    length: 1.4,
    girth: 0.5,
    neck: [0.3, 0.26],
    head: 0.33,
    muzzle: 0.28,
    leg: 0.13,
    ears: 'pointed',
    tail: 'bushy',
    colour: '#6a6e78',
    belly: '#b3b5ba',
  },
  bear: {
    height: 0.6,
    length: 1.45,
    girth: 0.78,
    neck: [0.36, 0.1],
    head: 0.38,
    muzzle: 0.24,
    leg: 0.24,
    ears: 'round',
    tail: 'short',
    colour: '#5d4030',
    belly: '#7a573f',
  },
  rabbit: {
    height: 0.15,
    length: 1.2,
    girth: 0.7,
    neck: [0.16, 0.32],
    head: 0.5,
    muzzle: 0.14,
    leg: 0.17,
    ears: 'long',
    tail: 'short',
    colour: '#b39a82',
    belly: '#efe4d6',
  },
  deer: {
    height: 0.62,
    length: 1.1,
    girth: 0.42,
    neck: [0.28, 0.62],
    head: 0.24,
    muzzle: 0.24,
    leg: 0.085,
    ears: 'pointed',
    tail: 'short',
    colour: '#a8713f',
    belly: '#e3c9a4',
    antlers: true,
  },
  horse: {
    height: 0.86,
    length: 1.22,
    girth: 0.46,
    neck: [0.42, 0.56],
    head: 0.24,
    muzzle: 0.34,
    leg: 0.11,
    ears: 'pointed',
    tail: 'hair',
    colour: '#7c4a2d',
    belly: '#8f5a38',
    mane: '#2c1c16',
  },
  mouse: {
    height: 0.09,
    length: 1.3,
    girth: 0.7,
    neck: [0.2, 0.16],
    head: 0.5,
    muzzle: 0.2,
    leg: 0.13,
    ears: 'round',
    tail: 'thin',
    colour: '#8f8580',
    belly: '#d9cfc6',
  },
  pig: {
    height: 0.36,
    length: 1.5,
    girth: 0.72,
    neck: [0.26, 0.06],
    head: 0.42,
    muzzle: 0.26,
    leg: 0.16,
    ears: 'pointed',
    tail: 'short',
    colour: '#dfa398',
    belly: '#f0c6bb',
  },
  sheep: {
    height: 0.42,
    length: 1.3,
    girth: 0.74,
    neck: [0.28, 0.24],
    head: 0.3,
    muzzle: 0.22,
    leg: 0.1,
    ears: 'flop',
    tail: 'short',
    colour: '#e9e2d4',
    belly: '#ffffff',
  },
  cow: {
    height: 0.78,
    length: 1.35,
    girth: 0.58,
    neck: [0.36, 0.22],
    head: 0.28,
    muzzle: 0.28,
    leg: 0.11,
    ears: 'flop',
    tail: 'thin',
    colour: '#8a5a3d',
    belly: '#f0e2d2',
  },
} as const satisfies Record<string, Build>;

export type AnimalKind = keyof typeof ANIMALS;
