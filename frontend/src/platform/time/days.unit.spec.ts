import { addDays, addMonths, endOfWeek, startOfWeek, weekdayOf, weeksOfMonth } from './days';

describe('days', () => {
  it('are added across ends of months and years, and across both clock changes', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    for (let day = '2026-01-01', next = ''; day < '2027-01-01'; day = next) {
      next = addDays(day, 1);
      expect(addDays(next, -1)).toBe(day);
      expect(weekdayOf(next)).toBe((weekdayOf(day) + 1) % 7);
    }
  });

  it('stay within a shorter month when months are added', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
    expect(addMonths('2026-11-30', 12)).toBe('2027-11-30');
    expect(addMonths('2026-11-30', 3)).toBe('2027-02-28');
  });

  it('end with the last year that a date can be written in', () => {
    expect(addDays('9999-12-31', 1)).toBe('9999-12-31');
    expect(addMonths('9999-12-01', 1)).toBe('9999-12-01');
    expect(addMonths('1000-01-15', -12)).toBe('1000-01-15');
  });

  it('make weeks from Sunday to Saturday', () => {
    expect([startOfWeek('2026-11-25'), endOfWeek('2026-11-25')]).toEqual(['2026-11-22', '2026-11-28']);
    expect([startOfWeek('2026-11-22'), endOfWeek('2026-11-28')]).toEqual(['2026-11-22', '2026-11-28']);
    const weeks = weeksOfMonth('2026-11-25');
    expect(weeks.map(([first]) => first)).toEqual([
      '2026-11-01',
      '2026-11-08',
      '2026-11-15',
      '2026-11-22',
      '2026-11-29',
    ]);
    expect(weeks.at(-1)?.at(-1)).toBe('2026-12-05');
    expect(weeksOfMonth('2026-02-10')).toHaveLength(4);
  });
});
