export interface SandboxVoice {
  id: string;
  name: string;
  /** BCP 47 */
  language: string;
  /** As espeak-ng calls it, with a variant behind the plus sign. */
  espeak: string;
}

const pair = (language: string, name: string, espeak: string): SandboxVoice[] => [
  { id: `${language}-low`, name: `${name}, low`, language, espeak: `${espeak}+m3` },
  { id: `${language}-high`, name: `${name}, high`, language, espeak: `${espeak}+f2` },
];

/** A low and a high voice for each language. The first one is for those who have chosen none. */
export const SANDBOX_VOICES: readonly SandboxVoice[] = [
  ...pair('en', 'English', 'en-gb'),
  ...pair('en-US', 'American English', 'en-us'),
  ...pair('de', 'German', 'de'),
  ...pair('fr', 'French', 'fr'),
  ...pair('es', 'Spanish', 'es'),
  ...pair('it', 'Italian', 'it'),
  ...pair('pt', 'Portuguese', 'pt'),
  ...pair('nl', 'Dutch', 'nl'),
  ...pair('pl', 'Polish', 'pl'),
  ...pair('ru', 'Russian', 'ru'),
  ...pair('tr', 'Turkish', 'tr'),
  ...pair('ar', 'Arabic', 'ar'),
  ...pair('hi', 'Hindi', 'hi'),
  ...pair('zh', 'Chinese', 'cmn'),
  ...pair('ja', 'Japanese', 'ja'),
];

export const findVoice = (id: string): SandboxVoice | undefined => SANDBOX_VOICES.find((voice) => voice.id === id);
