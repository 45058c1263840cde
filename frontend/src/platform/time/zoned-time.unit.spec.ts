import { clockNote, dayAt, instantOf, timeAt } from './zoned-time';

const [LOS_ANGELES, BERLIN, AUCKLAND] = ['America/Los_Angeles', 'Europe/Berlin', 'Pacific/Auckland'] as const;
const iso = (day: string, time: string, zone: string): string => instantOf(day, time, zone).toISOString();

describe('the day of an instant', () => {
  it.each([
    [LOS_ANGELES, '2026-11-22', '15:30'],
    [BERLIN, '2026-11-23', '00:30'],
    [AUCKLAND, '2026-11-23', '12:30'],
  ])('in %s is %s at %s', (zone, day, time) => {
    expect(dayAt('2026-11-22T23:30:00.000Z', zone)).toBe(day);
    expect(timeAt('2026-11-22T23:30:00.000Z', zone)).toBe(time);
  });

  it('begins at midnight of the zone', () => {
    expect(timeAt('2026-11-22T23:00:00.000Z', BERLIN)).toBe('00:00');
    expect(dayAt('2026-11-22T22:59:59.999Z', BERLIN)).toBe('2026-11-22');
  });
});

describe('nine in the morning', () => {
  // The day before, the day of and the day after both clock changes.
  it.each([
    [LOS_ANGELES, '2026-03-07', '2026-03-07T17:00:00.000Z'],
    [LOS_ANGELES, '2026-03-08', '2026-03-08T16:00:00.000Z'],
    [LOS_ANGELES, '2026-10-31', '2026-10-31T16:00:00.000Z'],
    [LOS_ANGELES, '2026-11-01', '2026-11-01T17:00:00.000Z'],
    [BERLIN, '2026-03-28', '2026-03-28T08:00:00.000Z'],
    [BERLIN, '2026-03-29', '2026-03-29T07:00:00.000Z'],
    [BERLIN, '2026-10-24', '2026-10-24T07:00:00.000Z'],
    [BERLIN, '2026-10-25', '2026-10-25T08:00:00.000Z'],
    [AUCKLAND, '2026-04-04', '2026-04-03T20:00:00.000Z'],
    [AUCKLAND, '2026-04-05', '2026-04-04T21:00:00.000Z'],
    [AUCKLAND, '2026-09-26', '2026-09-25T21:00:00.000Z'],
    [AUCKLAND, '2026-09-27', '2026-09-26T20:00:00.000Z'],
  ])('in %s on %s is %s', (zone, day, expected) => {
    expect(iso(day, '09:00', zone)).toBe(expected);
    expect(dayAt(expected, zone)).toBe(day);
    expect(timeAt(expected, zone)).toBe('09:00');
  });
});

describe('a time skipped by the clock', () => {
  it.each([
    [LOS_ANGELES, '2026-03-08', '2026-03-08T10:30:00.000Z', '03:30'],
    [BERLIN, '2026-03-29', '2026-03-29T01:30:00.000Z', '03:30'],
    [AUCKLAND, '2026-09-27', '2026-09-26T14:30:00.000Z', '03:30'],
  ])('in %s on %s counts as an hour later', (zone, day, expected, shown) => {
    expect(iso(day, '02:30', zone)).toBe(expected);
    expect(timeAt(expected, zone)).toBe(shown);
    expect(dayAt(expected, zone)).toBe(day);
  });
});

describe('a time that occurs twice', () => {
  it.each([
    [LOS_ANGELES, '2026-11-01', '01:30', '2026-11-01T08:30:00.000Z'],
    [BERLIN, '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
    [AUCKLAND, '2026-04-05', '02:30', '2026-04-04T13:30:00.000Z'],
  ])('in %s on %s is the first of the two', (zone, day, time, expected) => expect(iso(day, time, zone)).toBe(expected));
});

describe('a plan', () => {
  it.each([
    [BERLIN, '2026-03-29', '02:30', 'Clocks go forward that day and skip 02:30: 03:30 is used.'],
    [BERLIN, '2026-10-25', '02:30', 'Clocks go back that day and show 02:30 twice: the first is used.'],
    ['Australia/Lord_Howe', '2026-10-04', '02:10', 'Clocks go forward that day and skip 02:10: 02:40 is used.'],
    [BERLIN, '2026-10-25', '03:00', null],
    [BERLIN, '2026-10-24', '02:30', null],
    ['Asia/Tokyo', '2026-03-29', '02:30', null],
    [BERLIN, '', '02:30', null],
    [BERLIN, '2026-03-29', '', null],
  ])('in %s on %s at %s is told: %s', (zone, day, time, note) => expect(clockNote(day, time, zone)).toBe(note));
});

it('converts in both directions all year round, in zones at both ends of the world', () => {
  for (const zone of [
    LOS_ANGELES,
    BERLIN,
    AUCKLAND,
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
    'Australia/Lord_Howe',
  ]) {
    const wrong: string[] = [];
    for (let hour = 0; hour < 366 * 24; hour += 7) {
      const at = new Date(Date.UTC(2026, 0, 1, hour));
      const [day, time] = [dayAt(at, zone), timeAt(at, zone)];
      const found = instantOf(day, time, zone);
      // When clocks show a time twice, it maps to the first instant, which is up to an hour earlier.
      const isSecond = at > found && at.getTime() - found.getTime() <= 3_600_000;
      if (dayAt(found, zone) !== day || timeAt(found, zone) !== time) wrong.push(`${zone} ${at.toISOString()}`);
      else if (found.getTime() !== at.getTime() && !isSecond) wrong.push(`${zone} ${at.toISOString()}`);
    }
    expect(wrong).toEqual([]);
  }
});
