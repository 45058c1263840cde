import {
  characterLines,
  isLongerThan,
  LIMITS,
  NARRATOR,
  NEW_SPEAKER_VOICE,
  type Project,
  type Scene,
  type SpeakerVoice,
  type SpeechVoices,
  type VoiceSettings,
  voiceOf,
} from '@storyreel/contracts';

/** What people call a speaker. */
export const speakerName = (speaker: string): string => (speaker === NARRATOR ? 'Narrator' : speaker);

/** The narrator, the characters of the continuity details, and whoever else speaks or has a voice already. */
export function speakersOf(
  characters: Project['characters'],
  voices: readonly SpeakerVoice[],
  scenes: readonly Pick<Scene, 'speaker'>[],
): string[] {
  const named = characterLines(characters).map(({ name }) => name);
  const used = [...voices, ...scenes].map(({ speaker }) => speaker);
  const fitting = named.filter((name) => !isLongerThan(name, LIMITS.speaker));
  return [...new Set([NARRATOR, ...used.filter((one) => one !== NARRATOR && !named.includes(one)), ...fitting])]
    .sort((a, b) => placeOf(a, named) - placeOf(b, named))
    .slice(0, LIMITS.speakersPerProject);
}

/** The narrator first, then the characters in their order, then the others. */
function placeOf(speaker: string, named: readonly string[]): number {
  if (speaker === NARRATOR) return -1;
  const at = named.indexOf(speaker);
  return at < 0 ? named.length : at;
}

/** The voice in which a speaker is heard, as it is set; null while nothing is known to choose from. */
export function voiceIn(
  voices: readonly SpeakerVoice[],
  speaker: string,
  offered: SpeechVoices | undefined,
): VoiceSettings | null {
  const first = offered?.voices[0];
  return voiceOf(voices, speaker) ?? (first ? { ...NEW_SPEAKER_VOICE, voice: first.id } : null);
}

/** The list with another voice of one speaker; null takes the speaker's own away. */
export function withVoice(
  voices: readonly SpeakerVoice[],
  speaker: string,
  change: (Partial<Omit<SpeakerVoice, 'speaker'>> & { voice: string }) | null,
): SpeakerVoice[] {
  const others = voices.filter((one) => one.speaker !== speaker);
  if (change === null) return others;
  const before = voices.find((one) => one.speaker === speaker);
  const next: SpeakerVoice = { ...NEW_SPEAKER_VOICE, ...before, ...change, speaker };
  return before ? voices.map((one) => (one.speaker === speaker ? next : one)) : [...others, next];
}
