import { DATES_OF_BROWSER, browserZone, dateFormat, visitorZone, writeDates } from './written-dates';

afterEach(() => writeDates(DATES_OF_BROWSER));

const AT = '2026-11-22T23:30:00.000Z';
const plain = (text: string): string => text.replaceAll(/\s/gu, ' ');

describe('a date', () => {
  const written = dateFormat({ dateStyle: 'long', timeStyle: 'short' });
  it.each([
    ['en-US', 'America/New_York', 'November 22, 2026 at 6:30 PM'],
    ['en-GB', 'Europe/London', '22 November 2026 at 23:30'],
    ['de-DE', 'Europe/Berlin', '23. November 2026 um 00:30'],
    ['fr-FR', 'Asia/Kolkata', '23 novembre 2026 à 05:00'],
    ['ja-JP', 'Asia/Tokyo', '2026年11月23日 8:30'],
    ['pt-BR', 'America/Sao_Paulo', '22 de novembro de 2026 às 20:30'],
  ])('in %s and %s is %s', (locale, timeZone, expected) => {
    writeDates({ locale, timeZone });
    expect(plain(written(AT))).toBe(expected);
    expect(visitorZone()).toBe(timeZone);
  });

  it('keeps a zone that its place names', () => {
    writeDates({ locale: 'en-GB', timeZone: 'Asia/Tokyo' });
    expect(dateFormat({ timeStyle: 'short', timeZone: 'UTC' })(AT)).toBe('23:30');
  });

  it('is the browser’s where nothing is chosen, or this browser does not know the choice', () => {
    const usual = written(AT);
    for (const dates of [
      DATES_OF_BROWSER,
      { locale: null, timeZone: 'Mars/Olympus_Mons' },
      { locale: 'x-1-', timeZone: null },
    ]) {
      writeDates({ locale: 'ja-JP', timeZone: 'Asia/Tokyo' });
      writeDates(dates);
      expect([written(AT), visitorZone()]).toEqual([usual, browserZone()]);
    }
  });
});
