import { LIMITS, NEW_SPEAKER_VOICE } from '@storyreel/contracts';
import type { SceneSpeech, SpeakerVoice, SpeechStatus } from '@storyreel/contracts';
import { speakersOf, speechStateOf, voiceIn, wantsSpeech, withVoice, zapsOfSpeech } from './speech';

const voice = (speaker: string, id = 'nova'): SpeakerVoice => ({ ...NEW_SPEAKER_VOICE, speaker, voice: id });

describe('the list of speakers', () => {
  it('has the narrator, then the characters, then others who are used already', () => {
    const characters = 'Mara: brave\nno character\nTom: old, kind';
    const scenes = [{ speaker: 'Tom' }, { speaker: 'The wind' }, { speaker: '' }];
    expect(speakersOf(characters, [voice('Gull')], scenes)).toEqual(['', 'Mara', 'Tom', 'Gull', 'The wind']);
  });

  it('leaves out names that are too long, and ends at the limit of a project', () => {
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
  it('is the speaker’s own, else the narrator’s, else the first offered', () => {
    expect(voiceIn([voice('Mara', 'own'), voice('', 'told')], 'Mara', offered)?.voice).toBe('own');
    expect(voiceIn([voice('', 'told')], 'Mara', offered)?.voice).toBe('told');
    expect(voiceIn([], 'Mara', offered)?.voice).toBe('first');
    expect(voiceIn([], 'Mara', undefined)).toBeNull();
  });

  it('is changed in its place, added at the end, and removed', () => {
    const voices = [voice('Mara'), voice('Tom')];
    expect(withVoice(voices, 'Mara', { voice: 'nova', speed: 2 })).toEqual([{ ...voice('Mara'), speed: 2 }, voices[1]]);
    expect(withVoice(voices, 'Gull', { voice: 'alloy' })).toEqual([...voices, voice('Gull', 'alloy')]);
    expect(withVoice(voices, 'Mara', null)).toEqual([voices[1]]);
  });
});

const SPEECH: SceneSpeech = { url: '/api/media/a.mp3', seconds: 2, text: 'Hello.', voice: 'nova' };
const stateOf = (
  words: string,
  voice: string | null,
  speechStatus: SpeechStatus,
  speech: SceneSpeech | null = SPEECH,
) => speechStateOf({ speech, speechStatus }, words, voice === null ? null : { voice, ...NEW_SPEAKER_VOICE });

describe('the narration of a scene’s text', () => {
  it.each([
    ['current', 'Hello.', 'nova', 'complete', SPEECH],
    ['current', 'Hello.', null, 'complete', SPEECH],
    // Here the words were changed, an attempt failed, and the words were changed back.
    ['current', 'Hello.', 'nova', 'failed', SPEECH],
    ['words', 'Other.', 'nova', 'complete', SPEECH],
    ['words', 'Other.', 'alloy', 'complete', SPEECH],
    ['voice', 'Hello.', 'alloy', 'complete', SPEECH],
    ['failed', 'Other.', 'nova', 'failed', SPEECH],
    ['failed', 'Hello.', 'nova', 'failed', null],
    ['none', 'Hello.', 'nova', 'none', null],
    ['silent', ' ', 'nova', 'complete', SPEECH],
    ['speaking', ' ', 'nova', 'processing', SPEECH],
  ] as const)('is %s', (state, words, voice, status, speech) => {
    expect(stateOf(words, voice, status, speech)).toBe(state);
  });

  it('is of another voice when its speed was changed', () => {
    const voice = { voice: 'nova', ...NEW_SPEAKER_VOICE };
    const spoken = { speech: { ...SPEECH, sound: { ...NEW_SPEAKER_VOICE } }, speechStatus: 'complete' } as const;
    expect(speechStateOf(spoken, 'Hello.', voice)).toBe('current');
    expect(speechStateOf(spoken, 'Hello.', { ...voice, speed: 1.25 })).toBe('voice');
  });

  it('is made again by narrating all scenes unless it is current, running, or without text', () => {
    const states = ['silent', 'none', 'speaking', 'failed', 'words', 'voice', 'current'] as const;
    expect(states.filter(wantsSpeech)).toEqual(['none', 'failed', 'words', 'voice']);
  });
});

it('charges a tenth of a zap for each thirty characters begun, separately for each text', () => {
  expect(zapsOfSpeech('a'.repeat(30))).toBe(0.1);
  expect(zapsOfSpeech('a'.repeat(31))).toBe(0.2);
  expect(zapsOfSpeech('a', 'b', 'c')).toBe(0.3);
  expect(zapsOfSpeech('🙂'.repeat(30))).toBe(0.1);
});
