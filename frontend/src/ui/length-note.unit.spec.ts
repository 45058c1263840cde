import { characters, fitsLimit, lengthNote, type TextLimit } from './LengthNote';

const bytes: TextLimit = { max: 1_000, unit: 'bytes' };

describe('a field with a limit', () => {
  it('shows nothing while the text is far below it', () => {
    expect(lengthNote('x'.repeat(899), bytes)).toEqual({});
    expect(lengthNote('灯'.repeat(299), bytes)).toEqual({});
    expect(lengthNote('x'.repeat(89), characters(100))).toEqual({});
  });

  it('shows the remaining length close to it, in bytes where bytes count', () => {
    expect(lengthNote('x'.repeat(990), bytes)).toEqual({ hint: '10 bytes left.' });
    expect(lengthNote('灯'.repeat(333), bytes)).toEqual({ hint: '1 byte left.' });
    expect(lengthNote('😀'.repeat(100), characters(100))).toEqual({ hint: '0 characters left.' });
  });

  it('shows by how much a text is too long', () => {
    expect(lengthNote('灯'.repeat(334), bytes).error).toContain('Too long by 2 bytes.');
    expect(fitsLimit('灯'.repeat(334), bytes)).toBe(false);
    expect(fitsLimit('灯'.repeat(333), bytes)).toBe(true);
    expect(fitsLimit('', bytes)).toBe(true);
  });
});
