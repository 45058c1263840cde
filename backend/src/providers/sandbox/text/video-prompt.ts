import { readSetting } from '../language/setting';
import { withoutSpeech } from '../language/sentences';
import { sentences } from '../language/sentences';
import { toPresent } from '../language/tense';
import { shorten } from './scene-reading';

const MOVES: readonly [RegExp, string][] = [
  [/\b(?:climb|rise|rose|tower|stairs|mountain|flies|flew|sky|balloon|rocket)\w*/iu, 'slow tilt up'],
  [/\b(?:run|ran|chase|storm|fight|escape|hurry|crash)\w*/iu, 'unsteady handheld follow'],
  [/\b(?:walk|travel|road|street|train|river|ride|drive|sail|journey)\w*/iu, 'slow pan to the right'],
  [/\b(?:wide|vast|landscape|alone|horizon|ending|leaves|goodbye)\b/iu, 'slow pull out'],
];

/** Tells notes about framing apart from what happens. */
const META =
  /^(?:In view:|The mood is|Visible:|Mood:|Light:|Style:|Vertical 9:16|(?:Wide|Medium|Close)[\w\s-]* shot\b)|\b(?:is alone in the frame|share the frame)\b|\bshot (?:at eye level|from|over)\b/iu;

/** A video prompt from a description that a person may have edited: camera, action, small movements, mood. */
export function videoPromptFor(description: string, imagePrompt: string | null): string {
  const action = sentences(description)
    .map(({ text }) => text)
    .filter((text) => !META.test(text) && text.split(' ').length > 3)
    .slice(0, 2)
    .map((text) => shorten(toPresent(withoutSpeech(text)), 150));
  const all = `${description} ${imagePrompt ?? ''}`;
  const setting = readSetting(all);
  const movement = MOVES.find(([pattern]) => pattern.test(action.join(' ') || all))?.[1] ?? 'slow push in';
  const life =
    setting.place?.place === 'room' ? 'Light flickers softly on the walls.' : 'A light wind moves everything a little.';
  const lead = action.length > 0 ? action.join(' ') : shorten(description, 200);
  return `Camera: ${movement}. ${lead} ${life} One continuous shot, natural movement.`;
}
