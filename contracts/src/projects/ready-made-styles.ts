/**
 * Built-in styles. Their preview images ship with the front end, and their `attributes` become part of every image
 * prompt.
 */
export const READY_MADE_STYLES = {
  'ink-and-wash': {
    name: 'Ink & Wash',
    picture: '/looks/ink-and-wash.svg',
    attributes:
      'loose black ink lines, pale grey watercolour wash, visible paper grain, generous empty space, restrained palette',
  },
  'golden-hour': {
    name: 'Golden Hour Film',
    picture: '/looks/golden-hour.svg',
    attributes:
      '35mm film still, low warm sunlight, long soft shadows, shallow depth of field, gentle halation, fine grain',
  },
  'cut-paper': {
    name: 'Cut Paper',
    picture: '/looks/cut-paper.svg',
    attributes:
      'layered cut-paper diorama, matte coloured card, crisp edges, soft shadows between the layers, handmade texture',
  },
  'midnight-noir': {
    name: 'Midnight Noir',
    picture: '/looks/midnight-noir.svg',
    attributes:
      'night scene in deep blues and black, one hard light source, strong silhouettes, high contrast, thin mist',
  },
} as const;
export type ReadyMadeStyle = keyof typeof READY_MADE_STYLES;

export const READY_MADE_STYLE_KEYS = Object.keys(READY_MADE_STYLES) as [ReadyMadeStyle, ...ReadyMadeStyle[]];
