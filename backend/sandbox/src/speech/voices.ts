import { LANGUAGES, likelyLanguage, mainScript, scriptName, scriptsIn } from '@storyreel/contracts';
import type { Language, Script } from '@storyreel/contracts';

export type Engine = 'flite' | 'espeak';

/** A voice of one of the speech engines. */
export interface EngineVoice {
  engine: Engine;
  /** The engine's own name of the voice; for espeak-ng with a variant after the plus sign. */
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

/** Languages that espeak-ng lacks, or reads so poorly that words go missing. */
const UNSPOKEN: ReadonlySet<string> = new Set(['th', 'km', 'lo', 'my', 'mr', 'ne', 'si']);
/** espeak-ng's regional voices of a language, which are listed after the usual one. */
const REGIONS: Readonly<Record<string, Pick<Language, 'tag' | 'name'>>> = {
  en: { tag: 'en-US', name: 'American English' },
  pt: { tag: 'pt-BR', name: 'Brazilian Portuguese' },
};
const SPOKEN = LANGUAGES.filter(({ tag }) => !UNSPOKEN.has(tag)).flatMap((language) => {
  const usual = language.tag === 'en' ? { ...language, name: 'British English' } : language;
  const region = REGIONS[language.tag];
  return region ? [usual, { ...usual, ...region }] : [usual];
});
const ALL_SCRIPTS = [...new Set(SPOKEN.flatMap(({ scripts }) => scripts))];

/** espeak-ng's names of languages that differ from their tags. */
const ESPEAK: Readonly<Record<string, string>> = { en: 'en-gb', 'en-US': 'en-us', 'pt-BR': 'pt-br', zh: 'cmn' };
const espeakOf = (tag: string): string => ESPEAK[tag] ?? tag;

/**
 * Returns the id of a voice. 'en' is Flite's English, which is easier to listen to, so espeak-ng's British English has
 * another id.
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
  ...SPOKEN.flatMap(({ tag, name, scripts }) =>
    PITCHES.map((pitch): SandboxVoice => ({
      id: idOf(tag, pitch),
      name: `${name}, ${pitch}${tag.startsWith('en') ? ' (espeak-ng)' : ''}`,
      language: tag === 'en' ? 'en-GB' : tag,
      pitch,
      by: { engine: 'espeak', voice: `${espeakOf(tag)}+${VARIANTS[pitch]}` },
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
 * Returns why a voice cannot speak a text, worded to follow 'The narration of “Dawn”'; null when it can. Checked before
 * anybody pays for the narration.
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
  const tag = likelyLanguage(text, mainScript(text) ?? 'Latin')?.tag ?? 'en';
  if (tag === 'en' || UNSPOKEN.has(tag)) return { engine: 'flite', voice: ENGLISH[pitch] };
  return { engine: 'espeak', voice: `${espeakOf(tag)}+${VARIANTS[pitch]}` };
}
