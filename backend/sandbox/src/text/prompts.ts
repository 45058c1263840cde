import { sentences } from '../language/sentences';
import type { Mood, TimeOfDay } from '../pictures/brief';
import { readBrief } from '../pictures/read-brief';
import { isNote, ONE_SHOT, SHOTS, styleSentence } from './own-words';

const LIGHT: Record<TimeOfDay, string> = {
  dawn: 'pale pink first light, thin mist, long cool shadows',
  day: 'clear daylight, crisp shadows, airy depth',
  dusk: 'golden hour glow, long violet shadows, warm rim light',
  night: 'moonlit blues with pools of warm lamplight, deep contrast',
};

const COLOUR: Record<Mood, string> = {
  calm: 'muted, harmonious palette',
  warm: 'warm amber and rose palette',
  joyful: 'bright, saturated palette',
  tense: 'desaturated palette with hard contrast',
  sad: 'cool, subdued palette',
  mysterious: 'teal and indigo palette with hidden light sources',
};

const DEPTH = 'layered foreground, middle ground and background, gentle depth of field';

/** Adds light, colour, composition and finish if the prompt does not mention them; never removes words. */
export function enhancePrompt(imagePrompt: string, description: string | null, styleAttributes: string | null): string {
  const own = imagePrompt.trim();
  const switches = own.match(/\s--\w+(?:\s+\S+)?/gu)?.join('') ?? '';
  const base = own.replace(/\s--\w+(?:\s+\S+)?/gu, '').replace(/[.\s]+$/u, '');
  const brief = readBrief(`${base}. ${description ?? ''}`);
  const additions: [RegExp, string][] = [
    [/\brule of thirds\b|\bcomposition\b/iu, 'Composition: rule of thirds, clear silhouette, leading lines.'],
    [/\brim light\b|\bpools of warm\b|\bcrisp shadows\b|\bthin mist\b/iu, `Lighting: ${LIGHT[brief.time]}.`],
    [/\bpalette\b/iu, `Colour: ${COLOUR[brief.mood]}.`],
    [/\bdepth of field\b|\bforeground\b/iu, `Depth: ${DEPTH}.`],
    [/\b9:16\b|\bvertical\b/iu, 'Vertical 9:16 frame.'],
    [/\bfine detail\b|\btexture\b/iu, 'Fine texture and detail, cinematic finish.'],
  ];
  const added = additions.filter(([has]) => !has.test(base)).map(([, text]) => text);
  const style = styleSentence(styleAttributes);
  const withStyle = style === '' || base.includes(styleAttributes?.trim() ?? '') ? added : [...added, style];
  return `${base}. ${withStyle.join(' ')}${switches}`.trim();
}

const MOVES: readonly [RegExp, string][] = [
  [/\b(?:climb|tower|stairs|mountain|sky|balloon|rocket)/iu, 'slow tilt up'],
  [/\b(?:ran|run|chase|storm|fight|fought|crash)/iu, 'unsteady handheld follow'],
  [/\b(?:walk|travel|road|street|train|river|rode|drove|sail)/iu, 'slow pan to the right'],
];

/**
 * Builds a video prompt from a description that a person may have edited: the camera, then the description's own
 * sentences.
 */
export function videoPromptFor(description: string): string {
  const action = sentences(description)
    .map(({ text }) => text)
    .filter((text) => !isNote(text))
    .join(' ');
  const movement = MOVES.find(([pattern]) => pattern.test(action))?.[1] ?? SHOTS.first.movement;
  return `Camera: ${movement}. ${action} ${ONE_SHOT}`;
}
