import { priceOf } from '../money/price-book';
import { toZaps } from '../money/amount';
import { speakerVoicesSchema, speechSampleQuerySchema } from './speech';
import { isSpoken, narrationOf, NEW_SPEAKER_VOICE, secondsToSpeak, tooLongToSpeak, voiceOf } from './spoken';

const voice = (speaker: string, id = 'alto') => ({ ...NEW_SPEAKER_VOICE, speaker, voice: id });

describe('the spoken text of a scene', () => {
  const scene = { narration: null, sourceText: 'The lamp turns.', description: 'A lamp.' };

  it.each([
    ['the text written for it', { ...scene, narration: ' Once. ' }, 'Once.'],
    ['empty on request', { ...scene, narration: '' }, ''],
    ['that of the story', scene, 'The lamp turns.'],
    ['the description of a scene without any of the story', { ...scene, sourceText: ' \n' }, 'A lamp.'],
  ])('is %s', (_, from, words) => expect(narrationOf(from)).toBe(words));

  it('is never cut', () => {
    expect([...narrationOf({ ...scene, sourceText: '🌊'.repeat(6_000) })]).toHaveLength(6_000);
  });

  it.each([
    ['an English text of three minutes', 'a lamp. '.repeat(400), 1, null],
    ['an English text of the maximum length', 'x'.repeat(4_096), 1, null],
    ['a Chinese text', '燈'.repeat(4_000), 0.9, 'has 4,000 characters, which take longer than the 10 minutes'],
    ['the same, spoken quickly', '燈'.repeat(4_000), 1.5, null],
    ['a text above the maximum length', '🌊'.repeat(4_097), 2, 'has 4,097 characters, and at most 4,096 characters'],
  ])('fits into a scene or not: %s', (_, text, speed, reason) => {
    const told = tooLongToSpeak(text, { speed, longest: 4_096 });
    if (reason === null) expect(told).toBeNull();
    else expect(told).toContain(reason);
  });

  it('matches a recording of the same words in the same voice', () => {
    const speech = { url: '/api/media/a', seconds: 1, text: 'Once.', voice: 'alto' };
    const alto = { voice: 'alto', ...NEW_SPEAKER_VOICE };
    expect(isSpoken(speech, 'Once.', alto)).toBe(true);
    const others = [isSpoken(speech, 'Twice.', alto), isSpoken(speech, 'Once.', { ...alto, voice: 'bass' })];
    expect([...others, isSpoken(null, '', alto)]).toEqual([false, false, false]);
  });

  it('matches a recording at the same speed and with the same sound, where these are known', () => {
    const alto = { voice: 'alto', ...NEW_SPEAKER_VOICE };
    const speech = { url: '/api/media/a', seconds: 1, text: 'Once.', voice: 'alto' };
    const sounding = { ...speech, sound: { ...NEW_SPEAKER_VOICE } };
    expect([isSpoken(sounding, 'Once.', alto), isSpoken(speech, 'Once.', { ...alto, speed: 2 })]).toEqual([true, true]);
    for (const other of [{ speed: 1.5 }, { stability: 0 }, { clarity: 0 }, { style: 0 }]) {
      expect(isSpoken(sounding, 'Once.', { ...alto, ...other })).toBe(false);
    }
  });
});

describe('the voices of a project', () => {
  it('are the speaker’s own, else the narrator’s', () => {
    const voices = [voice('', 'bass'), voice('Mara')];
    expect(['Mara', 'Tom', ''].map((speaker) => voiceOf(voices, speaker)?.voice)).toEqual(['alto', 'bass', 'bass']);
    expect(voiceOf([voice('Mara')], 'Tom')).toBeNull();
  });

  it('name each speaker once', () => {
    expect(speakerVoicesSchema.safeParse([voice(''), voice('Mara')]).success).toBe(true);
    expect(speakerVoicesSchema.safeParse([voice('Mara'), voice('Mara', 'bass')]).success).toBe(false);
  });

  it('have a speed that the voice supports', () => {
    expect(speechSampleQuerySchema.parse({ voice: 'alto' })).toEqual({ voice: 'alto', speed: 1 });
    expect(speechSampleQuerySchema.parse({ voice: 'alto', speed: '1.5' }).speed).toBe(1.5);
    for (const speed of ['9', 'fast', 'NaN', '']) {
      expect(speechSampleQuerySchema.safeParse({ voice: 'alto', speed }).success).toBe(false);
    }
  });
});

describe('the estimated speaking time of a text', () => {
  it.each([
    // Measured in the sandbox with six scenes of a tale in Mandarin.
    ['Mandarin', `${'船'.repeat(375)}${'，'.repeat(90)}`, 126],
    ['English', 'The keeper rowed out at dawn. '.repeat(10), 20],
  ])('is not shorter than the real one, nor much longer, in %s', (_, text, seconds) => {
    expect(secondsToSpeak(text, 1)).toBeGreaterThan(seconds * 0.97);
    expect(secondsToSpeak(text, 1)).toBeLessThan(seconds * 1.1);
    expect(secondsToSpeak(text, 2)).toBeCloseTo(secondsToSpeak(text, 1) / 2);
  });
});

describe('the price of speech', () => {
  const zaps = (characters: number) => {
    const price = priceOf({ operation: 'generate_speech', model: 'any', usage: { characters } });
    return price && toZaps(price.units);
  };
  it('is by its characters, at least a tenth of a zap', () => {
    expect([1, 30, 31, 5_000].map(zaps)).toEqual([0.1, 0.1, 0.2, 16.7]);
    expect(zaps(0)).toBeNull();
  });
});
