import { LIMITS, NEW_SPEAKER_VOICE, type SpeakerVoice } from '@storyreel/contracts';
import { speakersOf, voiceIn, withVoice } from './speakers';

const voice = (speaker: string, id = 'nova'): SpeakerVoice => ({ ...NEW_SPEAKER_VOICE, speaker, voice: id });

describe('who speaks', () => {
  it('is the narrator, then the characters, then others who are used already', () => {
    const characters = 'Mara: brave\nno character\nTom: old, kind';
    const scenes = [{ speaker: 'Tom' }, { speaker: 'The wind' }, { speaker: '' }];
    expect(speakersOf(characters, [voice('Gull')], scenes)).toEqual(['', 'Mara', 'Tom', 'Gull', 'The wind']);
  });

  it('leaves out names that are too long to be kept, and ends where a project has no room for more', () => {
    expect(speakersOf(`${'M'.repeat(LIMITS.speaker + 1)}: long`, [], [])).toEqual(['']);
    const many = Array.from({ length: 80 }, (_, at) => `N${at}: old`).join('\n');
    expect(speakersOf(many, [], [])).toHaveLength(LIMITS.speakersPerProject);
  });
});

describe('the voice of a speaker', () => {
  const offered = {
    provider: { name: 'sandbox', label: 'Sandbox', sandbox: true },
    voices: [{ id: 'first', name: 'First', language: 'en' }],
    takesOtherIds: false,
    remark: null,
  };
  it('is its own, else the narrator’s, else the first that is offered', () => {
    expect(voiceIn([voice('Mara', 'own'), voice('', 'told')], 'Mara', offered)?.voice).toBe('own');
    expect(voiceIn([voice('', 'told')], 'Mara', offered)?.voice).toBe('told');
    expect(voiceIn([], 'Mara', offered)?.voice).toBe('first');
    expect(voiceIn([], 'Mara', undefined)).toBeNull();
  });

  it('is changed in its place, added at the end, and taken away', () => {
    const voices = [voice('Mara'), voice('Tom')];
    expect(withVoice(voices, 'Mara', { voice: 'nova', speed: 2 })).toEqual([{ ...voice('Mara'), speed: 2 }, voices[1]]);
    expect(withVoice(voices, 'Gull', { voice: 'alloy' })).toEqual([...voices, voice('Gull', 'alloy')]);
    expect(withVoice(voices, 'Mara', null)).toEqual([voices[1]]);
  });
});
