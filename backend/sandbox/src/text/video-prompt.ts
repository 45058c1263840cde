import { sentences } from '../language/sentences';
import { SHOTS, isNote, ONE_SHOT } from './own-words';

const MOVES: readonly [RegExp, string][] = [
  [/\b(?:climb|tower|stairs|mountain|sky|balloon|rocket)/iu, 'slow tilt up'],
  [/\b(?:ran|run|chase|storm|fight|fought|crash)/iu, 'unsteady handheld follow'],
  [/\b(?:walk|travel|road|street|train|river|rode|drove|sail)/iu, 'slow pan to the right'],
];

/** From a description that a person may have edited: the camera, then the description's own sentences. */
export function videoPromptFor(description: string): string {
  const action = sentences(description)
    .map(({ text }) => text)
    .filter((text) => !isNote(text))
    .join(' ');
  const movement = MOVES.find(([pattern]) => pattern.test(action))?.[1] ?? SHOTS.first.movement;
  return `Camera: ${movement}. ${action} ${ONE_SHOT}`;
}
