import { readSetting } from './setting';

describe('a passage', () => {
  it.each([
    [
      'At dawn the fog lay on the harbour.',
      { time: 'dawn', weather: 'fog', place: { place: 'harbour', term: 'harbour' } },
    ],
    ['By noon the sun had burned the fog away.', { time: 'day', weather: 'clear' }],
    ['She hung the storm lantern on its hook.', { weather: null }],
    ['Snow lay on the peaks.', { weather: null, place: { place: 'mountain', term: 'peak' } }],
    [
      'It was snowing in the village that evening.',
      { time: 'dusk', weather: 'snow', place: { place: 'village', term: 'village' } },
    ],
    [
      'The city outside was dark; she sat in her kitchen.',
      { place: { place: 'room', term: 'kitchen' }, room: 'kitchen', view: 'city' },
    ],
    ['They laughed and danced.', { mood: 'joyful', place: null, time: null }],
  ])('%s', (text, expected) => {
    expect(readSetting(text)).toMatchObject(expected);
  });

  it('is where somebody is rather than what they think of', () => {
    expect(readSetting('The mountains were far. They walked through the forest.').place?.place).toBe('forest');
  });
});
