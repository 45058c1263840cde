import { NEW_SPEAKER_VOICE, type SceneSpeech, type SpeechStatus } from '@storyreel/contracts';
import { speechStateOf, wantsSpeech, zapsOfSpeech } from './speech-state';

const SPEECH: SceneSpeech = { url: '/api/media/a.mp3', seconds: 2, text: 'Hello.', voice: 'nova' };
const stateOf = (
  words: string,
  voice: string | null,
  speechStatus: SpeechStatus,
  speech: SceneSpeech | null = SPEECH,
) => speechStateOf({ speech, speechStatus }, words, voice === null ? null : { voice, ...NEW_SPEAKER_VOICE });

describe('what was made of a scene’s words', () => {
  it.each([
    ['current', 'Hello.', 'nova', 'complete', SPEECH],
    ['current', 'Hello.', null, 'complete', SPEECH],
    // The words were changed and changed back after a try that failed.
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

  it('is in another voice when its speed was changed', () => {
    const voice = { voice: 'nova', ...NEW_SPEAKER_VOICE };
    const spoken = { speech: { ...SPEECH, sound: { ...NEW_SPEAKER_VOICE } }, speechStatus: 'complete' } as const;
    expect(speechStateOf(spoken, 'Hello.', voice)).toBe('current');
    expect(speechStateOf(spoken, 'Hello.', { ...voice, speed: 1.25 })).toBe('voice');
  });

  it('is made again by narrating all scenes unless it stands, is under way, or has no words', () => {
    const states = ['silent', 'none', 'speaking', 'failed', 'words', 'voice', 'current'] as const;
    expect(states.filter(wantsSpeech)).toEqual(['none', 'failed', 'words', 'voice']);
  });
});

it('words cost a tenth of a zap for each thirty characters begun, each text by itself', () => {
  expect(zapsOfSpeech('a'.repeat(30))).toBe(0.1);
  expect(zapsOfSpeech('a'.repeat(31))).toBe(0.2);
  expect(zapsOfSpeech('a', 'b', 'c')).toBe(0.3);
  expect(zapsOfSpeech('🙂'.repeat(30))).toBe(0.1);
});
