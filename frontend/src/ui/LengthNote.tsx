import styled from '@emotion/styled';
import { lengthOf, utf8Bytes } from '@storyreel/contracts';
import { tokens } from './tokens';

export interface TextLimit {
  max: number;
  unit: 'characters' | 'bytes';
}

/** Share of the limit at which a field begins to show the remaining length. */
const NEAR = 0.9;
/** Maximum size of one UTF-16 code unit, in each unit of limits. */
const MOST = { characters: 1, bytes: 3 };

const sizeOf = (text: string, unit: TextLimit['unit']): number => (unit === 'bytes' ? utf8Bytes(text) : lengthOf(text));

/**
 * Returns the remaining length, which is negative when the text is too long; null while the text is far from the limit.
 */
export function roomLeft(text: string, { max, unit }: TextLimit): number | null {
  if (text.length * MOST[unit] < max * NEAR) return null;
  const size = sizeOf(text, unit);
  return size < max * NEAR ? null : max - size;
}

export const fitsLimit = (text: string, limit: TextLimit): boolean => (roomLeft(text, limit) ?? 0) >= 0;

/**
 * Returns the error or hint about a text's length for Field. A text that is too long is not cut: it stays in the field,
 * and is not saved until it fits.
 */
export function lengthNote(text: string, limit: TextLimit): { error?: string; hint?: string } {
  const left = roomLeft(text, limit);
  if (left === null) return {};
  const count = Math.abs(left);
  const counted = `${count.toLocaleString()} ${count === 1 ? limit.unit.slice(0, -1) : limit.unit}`;
  if (left >= 0) return { hint: `${counted} left.` };
  return { error: `Too long by ${counted}. Nothing is lost, but it won't be saved until it fits.` };
}

export const characters = (max: number): TextLimit => ({ max, unit: 'characters' });

const Note = styled.p`
  color: ${tokens.text3};
  font-size: ${tokens.caption};
  font-variant-numeric: tabular-nums;
  &[role='alert'] {
    color: ${tokens.danger};
  }
`;

/** Shows the length note for controls outside a Field. */
export function LengthNote({ text, limit, id }: { text: string; limit: TextLimit; id?: string }) {
  const { error, hint } = lengthNote(text, limit);
  if (error) {
    return (
      <Note id={id} role="alert">
        {error}
      </Note>
    );
  }
  return hint ? <Note id={id}>{hint}</Note> : null;
}
