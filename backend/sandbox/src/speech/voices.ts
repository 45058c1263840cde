import { languageOf, LANGUAGES, scriptName, scriptsIn } from './languages';
import type { Script } from './languages';

export type Engine = 'flite' | 'espeak';

/** A voice of one of the programs that speak. */
export interface EngineVoice {
  engine: Engine;
  /** As the engine calls it; for espeak-ng with a variant behind the plus sign. */
  voice: string;
}
export interface SandboxVoice {
  id: string;
  name: string;
  /** BCP 47; null for one that speaks each text in its own language. */
  language: string | null;
  pitch: Pitch;
  /** Null where the words decide. */
  by: EngineVoice | null;
  scripts: readonly Script[];
}
type Pitch = 'low' | 'high';

const PITCHES: readonly Pitch[] = ['low', 'high'];
const VARIANTS = { low: 'm3', high: 'f2' } as const;
const ENGLISH = { low: 'rms', high: 'slt' } as const;
const ALL_SCRIPTS = [...new Set(LANGUAGES.flatMap(({ scripts }) => scripts))];

/** British English by espeak-ng has another id than English, which Flite speaks: a voice that is easier to listen to. */
const idOf = (tag: string, pitch: Pitch): string => `${tag === 'en' ? 'en-GB' : tag}-${pitch}`;

const flite = (id: string, name: string, language: string, pitch: Pitch, voice: string): SandboxVoice => ({
  ...{ id, name, language, pitch },
  by: { engine: 'flite', voice },
  scripts: ['Latin'],
});

/** The first one is for those who have chosen none: it fits a story of any language. */
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
      // espeak-ng reads Latin letters in any language.
      scripts: [...new Set<Script>([...scripts, 'Latin'])],
    })),
  ),
];

const byId = new Map(SANDBOX_VOICES.map((voice) => [voice.id, voice]));
export const findVoice = (id: string): SandboxVoice | undefined => byId.get(id);

/** A text may hold a foreign word. */
const FOREIGN_SHARE = 0.2;

/**
 * Why a voice cannot speak a text, in words that go behind 'The narration of “Dawn”'; null when it can.
 * What no voice reads is to be said before anybody pays for it.
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

/** Who speaks a text in a voice: for one that follows the words, the engine's voice for their language. */
export function engineVoice({ by, pitch }: SandboxVoice, text: string): EngineVoice {
  if (by !== null) return by;
  const found = scriptsIn(text).map(([script]) => script);
  const [first = 'Latin'] = found.filter((script) => script !== null);
  // Japanese and Korean texts may have more Chinese characters than letters of their own.
  const own = found.find((script) => script === 'Hiragana' || script === 'Katakana' || script === 'Hangul');
  const language = languageOf(text, first === 'Han' && own !== undefined ? own : first);
  if (language === null || language.tag.startsWith('en')) return { engine: 'flite', voice: ENGLISH[pitch] };
  return { engine: 'espeak', voice: `${language.espeak}+${VARIANTS[pitch]}` };
}
