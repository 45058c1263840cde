import { type Measure, phrasesOf } from '@storyreel/contracts';
import { subtitlesAt, toSrt, toVtt } from './captions';

const measure: Measure = { width: (text) => [...text].length, maxWidth: 20 };

describe('subtitles', () => {
  const subtitles = [
    ...subtitlesAt(
      0.2,
      phrasesOf(
        'The storm came at night, and the keeper lit the lamp. Nobody saw <i>it</i> & left --> 5 < 6.',
        6,
        measure,
      ),
    ),
    ...subtitlesAt(3725.5, phrasesOf('Later.', 1, measure)),
  ];

  it('are written as SubRip, without tags', () => {
    expect(toSrt(subtitles)).toMatchSnapshot();
  });

  it('are written as WebVTT, without tags', () => {
    expect(toVtt(subtitles)).toMatchSnapshot();
  });
});
