import { languageOf, LANGUAGES, scriptName, scriptsIn } from './languages';
import type { Script } from './languages';

export type Engine = 'flite' | 'espeak';

/** A voice of one of the speech engines. */
export interface EngineVoice {
  engine: Engine;
  /** The engine's name of the voice; for espeak-ng with a variant after the plus sign. */
  voice: string;
}
export interface SandboxVoice {
  id: string;
  name: string;
  /** BCP 47 tag; null for a voice that speaks each text in the text's own language. */
  language: string | null;
  pitch: Pitch;
  /** Null when the text's language selects the engine's voice. */
  by: EngineVoice | null;
  scripts: readonly Script[];
}
type Pitch = 'low' | 'high';

const PITCHES: readonly Pitch[] = ['low', 'high'];
const VARIANTS = { low: 'm3', high: 'f2' } as const;
const ENGLISH = { low: 'rms', high: 'slt' } as const;
const ALL_SCRIPTS = [...new Set(LANGUAGES.flatMap(({ scripts }) => scripts))];

/**
 * espeak-ng's British English needs an id other than 'en', which is Flite's English, a voice that is easier to listen
 * to.
 */
const idOf = (tag: string, pitch: Pitch): string => `${tag === 'en' ? 'en-GB' : tag}-${pitch}`;

const flite = (id: string, name: string, language: string, pitch: Pitch, voice: string): SandboxVoice => ({
  ...{ id, name, language, pitch },
  by: { engine: 'flite', voice },
  scripts: ['Latin'],
});

/** The first voice is the default: it fits a story in any language. */
export const SANDBOX_VOICES: readonly SandboxVoice[] = [
  ...PITCHES.map((pitch) => ({
    ...{ id: `auto-${pitch}`, name: `Language of the words, ${pitch}`, language: null, pitch, by: null },
    scripts: ALL_SCRIPTS,
  })),
  ...PITCHES.map((pitch) => flite(`en-${pitch}`, `English, ${pitch}`, 'en', pitch, ENGLISH[pitch])),
  flite('en-scotland-low', 'Scottish English, low', 'en-GB', 'low', 'awb'),
  ...LANGUAGES.flatMap(({ tag, name, espeak, scripts }) =>
    PITCHES.map((pitch): SandboxVoice => ({
      id: idOf(tag, pitch),
      name: `${name}, ${pitch}${tag.startsWith('en') ? ' (espeak-ng)' : ''}`,
      language: tag === 'en' ? 'en-GB' : tag,
      pitch,
      by: { engine: 'espeak', voice: `${espeak}+${VARIANTS[pitch]}` },
      // espeak-ng reads Latin letters with a voice of any language.
      scripts: [...new Set<Script>([...scripts, 'Latin'])],
    })),
  ),
];

const byId = new Map(SANDBOX_VOICES.map((voice) => [voice.id, voice]));
export const findVoice = (id: string): SandboxVoice | undefined => byId.get(id);

/** Share of letters in other scripts that is tolerated, since a text may contain foreign words. */
const FOREIGN_SHARE = 0.2;

/**
 * Returns why a voice cannot speak a text, as a predicate of 'The narration of “Dawn”'; null when it can. Checked
 * before anybody pays for the narration.
 */
export function unspeakable(text: string, { name, scripts }: SandboxVoice): string | null {
  if (!/[\p{L}\p{N}]/u.test(text)) return 'has no words that can be spoken';
  const found = scriptsIn(text);
  const letters = found.reduce((sum, [, count]) => sum + count, 0);
  const foreign = found.filter(([script]) => script === null || !scripts.includes(script));
  const share = foreign.reduce((sum, [, count]) => sum + count, 0) / Math.max(1, letters);
  const [first] = foreign;
  if (share <= FOREIGN_SHARE || first === undefined) return null;
  const [script] = first;
  const letterNames = script === null ? 'letters' : `${scriptName(script)} letters`;
  if (script !== null && ALL_SCRIPTS.includes(script))
    return `is in ${letterNames}, which the voice “${name}” doesn't read`;
  return `is in ${letterNames}, which no voice of the sandbox reads`;
}

/** Returns the engine's voice for a text: for a voice without a fixed language, the one of the text's language. */
export function engineVoice({ by, pitch }: SandboxVoice, text: string): EngineVoice {
  if (by !== null) return by;
  const found = scriptsIn(text).map(([script]) => script);
  const [first = 'Latin'] = found.filter((script) => script !== null);
  // Japanese and Korean texts may contain more Chinese characters than letters of their own script.
  const own = found.find((script) => script === 'Hiragana' || script === 'Katakana' || script === 'Hangul');
  const language = languageOf(text, first === 'Han' && own !== undefined ? own : first);
  if (language === null || language.tag.startsWith('en')) return { engine: 'flite', voice: ENGLISH[pitch] };
  return { engine: 'espeak', voice: `${language.espeak}+${VARIANTS[pitch]}` };
}
