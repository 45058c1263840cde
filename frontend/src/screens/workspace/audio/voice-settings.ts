import { NEW_SPEAKER_VOICE, type SpeechVoices } from '@storyreel/contracts';
import type { Reading } from '../../../domains/speech/story-audio';

/** Not an id of a provider's: these are not blank. */
export const CUSTOM = ' custom';

/** How the story is to be read. */
export interface VoiceChoice {
  /** A provider's id, `CUSTOM`, or nothing while nobody has chosen. */
  voice: string;
  /** Of a custom voice. */
  voiceId: string;
  stability: number;
  clarity: number;
  style: number;
}

const { stability, clarity, style } = NEW_SPEAKER_VOICE;
export const NEW_VOICE_CHOICE: VoiceChoice = { voice: '', voiceId: '', stability, clarity, style };

/** What may be chosen while nobody speaks: how it will look. */
const EXAMPLES = [
  { value: 'narrator-warm', label: 'Warm narrator' },
  { value: 'narrator-bright', label: 'Bright narrator' },
  { value: 'storyteller', label: 'Storyteller' },
];

/** Whether whole stories can be read aloud: not by the sandbox. */
export const readsStories = (offered: SpeechVoices | undefined): boolean => offered?.provider.sandbox === false;

export const voiceOptions = (offered: SpeechVoices | undefined): { value: string; label: string }[] => [
  ...(offered && readsStories(offered) ? offered.voices.map(({ id, name }) => ({ value: id, label: name })) : EXAMPLES),
  { value: CUSTOM, label: 'Custom voice ID' },
];

/** As it is asked for; without a voice, it is the narrator's. */
export function readingOf({ voice, voiceId, ...set }: VoiceChoice): Reading {
  const chosen = voice === CUSTOM ? voiceId.trim() : voice;
  return chosen === '' ? set : { ...set, voice: chosen };
}
