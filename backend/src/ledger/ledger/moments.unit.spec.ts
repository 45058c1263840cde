import { dayOf, hourOf, instantOf, wholeDays } from './moments';

const at = (text: string): string => new Date(text).toISOString();

describe('a moment', () => {
  it('that is a day is its midnight, and any other is written in UTC', () => {
    expect(instantOf('2026-03-01')).toBe('2026-03-01T00:00:00.000Z');
    expect(instantOf('2026-03-01T01:30:00+02:00')).toBe('2026-02-28T23:30:00.000Z');
  });

  it('lies in an hour and in a day', () => {
    expect([hourOf('2026-03-01T12:34:56.789Z'), dayOf('2026-03-01T12:34:56.789Z')]).toEqual([
      '2026-03-01T12',
      '2026-03-01',
    ]);
  });
});

describe('a period as whole days', () => {
  it('without ends covers all days', () => {
    expect(wholeDays({})).toEqual({ days: {}, edges: [] });
  });

  it('between midnights leaves nothing at its ends', () => {
    const [from, to] = [at('2026-03-01'), at('2026-03-03')];
    expect(wholeDays({ from, to })).toEqual({ days: { from: '2026-03-01', to: '2026-03-03' }, edges: [] });
    expect(wholeDays({ from })).toEqual({ days: { from: '2026-03-01' }, edges: [] });
    expect(wholeDays({ to })).toEqual({ days: { to: '2026-03-03' }, edges: [] });
  });

  it('leaves the parts before the first midnight and after the last', () => {
    const [from, to] = [at('2026-03-01T18:00Z'), at('2026-03-04T06:00Z')];
    expect(wholeDays({ from, to })).toEqual({
      days: { from: '2026-03-02', to: '2026-03-04' },
      edges: [
        { from, to: at('2026-03-02') },
        { from: at('2026-03-04'), to },
      ],
    });
  });

  it('around one midnight has two ends and no day', () => {
    const [from, to] = [at('2026-03-01T18:00Z'), at('2026-03-02T06:00Z')];
    const midnight = at('2026-03-02');
    expect(wholeDays({ from, to })).toEqual({
      days: null,
      edges: [
        { from, to: midnight },
        { from: midnight, to },
      ],
    });
  });

  it('within a day, or up to its end, is one end', () => {
    const from = at('2026-03-01T10:00Z');
    for (const to of [at('2026-03-01T11:00Z'), at('2026-03-02')]) {
      expect(wholeDays({ from, to })).toEqual({ days: null, edges: [{ from, to }] });
    }
  });

  it('that ends before it begins is empty', () => {
    expect(wholeDays({ from: at('2026-03-02'), to: at('2026-03-01') })).toEqual({ days: null, edges: [] });
    expect(wholeDays({ from: at('2026-03-01T10:00Z'), to: at('2026-03-01T09:00Z') })).toEqual({
      days: null,
      edges: [],
    });
  });
});
