import styled from '@emotion/styled';
import { lengthNote, type TextLimit } from './length-note';
import { tokens } from './tokens';

const Note = styled.p`
  color: ${tokens.text3};
  font-size: ${tokens.caption};
  font-variant-numeric: tabular-nums;
  &[role='alert'] {
    color: ${tokens.danger};
  }
`;

/** For fields that do not stand in a Field: what is left near the limit, and by how much a text is too long. */
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
