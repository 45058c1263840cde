import { LIMITS } from '../common/limits';
import { cutText } from '../common/text';
import type { SceneSpeech, SpeakerVoice, VoiceSettings } from './speech';

/** Who speaks where nobody is named. */
export const NARRATOR = '';

export const NEW_SPEAKER_VOICE = { speed: 1, stability: 0.5, clarity: 0.8, style: 0.3 } as const;

/**
 * The words that are spoken in a scene: what somebody wrote for it, also nothing; else the words of the story that it
 * was made from, else its description.
 */
export function narrationOf({
  narration,
  sourceText,
  description,
}: {
  narration: string | null;
  sourceText: string;
  description: string;
}): string {
  if (narration !== null) return narration.trim();
  const words = sourceText.trim() === '' ? description.trim() : sourceText.trim();
  return cutText(words, LIMITS.narration).trim();
}

const SETTINGS = ['speed', 'stability', 'clarity', 'style'] as const;

/** Whether the scene's words, its speaker's voice as it is set, and its speech belong together. */
export const isSpoken = (speech: SceneSpeech | null, words: string, voice: VoiceSettings): boolean =>
  speech !== null &&
  speech.text === words &&
  speech.voice === voice.voice &&
  SETTINGS.every((setting) => speech.sound === undefined || speech.sound[setting] === voice[setting]);

/** The voice of a scene's speaker; a speaker without one sounds like the narrator. Null while nobody has one. */
export const voiceOf = (voices: readonly SpeakerVoice[], speaker: string): SpeakerVoice | null =>
  voices.find((one) => one.speaker === speaker) ?? voices.find((one) => one.speaker === NARRATOR) ?? null;
