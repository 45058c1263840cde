import { ENGLISH } from './english';
import { GERMAN, JAPANESE } from './languages';
import { moodIn, placeIn, roomIn, timeIn, weatherIn } from './setting';

describe('a passage', () => {
  it.each([
    ['At dawn the fog lay on the harbour.', 'dawn', 'fog', 'harbour'],
    ['By noon the sun had burned the fog away.', 'day', 'clear', undefined],
    ['She hung the storm lantern on its hook.', null, null, undefined],
    ['The rain had stopped.', null, null, undefined],
    ['Snow lay on the peaks.', null, null, 'mountain'],
    ['It was snowing in the village that evening.', 'dusk', 'snow', 'village'],
    ['The city outside was dark; she sat in her kitchen.', null, null, 'room'],
    ['The mountains were far. They walked through the forest.', null, null, 'forest'],
    ['They laughed and danced.', null, null, undefined],
    ["It was five o'clock; he carried a small brass moon.", null, null, undefined],
  ])('%s', (text, time, weather, place) => {
    expect([timeIn(text, ENGLISH), weatherIn(text, ENGLISH), placeIn(text, ENGLISH)?.place]).toEqual([
      time,
      weather,
      place,
    ]);
  });

  it('in another language is read in that language', () => {
    expect(timeIn('Um Mitternacht fiel Regen auf den Hafen.', GERMAN)).toBe('night');
    expect(weatherIn('Um Mitternacht fiel Regen auf den Hafen.', GERMAN)).toBe('rain');
    expect(placeIn('夜の森に雪がふる。', JAPANESE)).toEqual({ place: 'forest', term: '森' });
  });

  it('has a room, and the view from it', () => {
    expect(roomIn('The city outside was dark; she sat in her kitchen.')).toEqual({ room: 'kitchen', view: 'city' });
  });

  it('has the mood that it names, and none that it negates', () => {
    expect(moodIn('They laughed and danced.', ENGLISH)).toBe('joyful');
    expect(moodIn('Not all were happy.', ENGLISH)).toBeNull();
  });
});
