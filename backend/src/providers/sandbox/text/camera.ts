import type { SceneReading } from './scene-reading';

export interface Shot {
  /** As a prompt names it; the picture reader understands these words. */
  framing: string;
  angle: string;
  movement: string;
}

const PATTERN: readonly Shot[] = [
  { framing: 'Medium shot', angle: 'at eye level', movement: 'slow push in' },
  { framing: 'Wide shot', angle: 'from a little above', movement: 'slow pan to the right' },
  { framing: 'Medium shot', angle: 'from a low angle', movement: 'gentle handheld drift' },
  { framing: 'Medium wide shot', angle: 'over the shoulder', movement: 'slow pan to the left' },
];

/** Variety with sense: opening and ending are wide, talk is close and calm, haste is handheld. */
export function chooseShot(scene: SceneReading, position: number, total: number): Shot {
  const pair = scene.people.length >= 2;
  if (position === 1) return { framing: 'Wide establishing shot', angle: 'at eye level', movement: 'slow push in' };
  if (position === total) return { framing: 'Wide shot', angle: 'from a little above', movement: 'slow pull out' };
  if (scene.mood === 'tense' && scene.spokenShare < 0.4)
    return { framing: 'Medium shot', angle: 'from a low angle', movement: 'unsteady handheld follow' };
  if (scene.spokenShare > 0.45)
    return { framing: pair ? 'Medium two-shot' : 'Medium close shot', angle: 'at eye level', movement: 'slow push in' };
  if (/\b(?:climb|rose|rise|tower|stairs|sky|flew|up the)\b/iu.test(scene.text) && scene.spokenShare < 0.3)
    return { framing: 'Medium wide shot', angle: 'from a low angle', movement: 'slow tilt up' };
  if (scene.people.length === 0)
    return { framing: 'Wide shot', angle: 'at eye level', movement: 'slow pan to the right' };
  return (
    PATTERN[(position - 1) % PATTERN.length] ?? {
      framing: 'Medium shot',
      angle: 'at eye level',
      movement: 'slow push in',
    }
  );
}
