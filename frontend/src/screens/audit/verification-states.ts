import type { Verification } from '@storyreel/contracts';

export const VERIFICATION_STATES = {
  running: { word: 'Running', tone: 'neutral' },
  sound: { word: 'Sound', tone: 'positive' },
  unsound: { word: 'Problems found', tone: 'danger' },
  failed: { word: 'Failed', tone: 'warning' },
} as const satisfies Record<Verification['state'], { word: string; tone: string }>;
