import { css } from '@emotion/react';
import styled from '@emotion/styled';
import { mobile, space } from './tokens';

interface Spaced {
  /** Room between the children, in steps of 4 px. */
  gap: number;
}

/** One thing below the other, none wider than there is room for. */
export const Stack = styled.div<Spaced>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: ${({ gap }) => space(gap)};
`;

/** Things beside each other, on as many lines as it takes. */
export const Row = styled.div<Spaced>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${({ gap }) => space(gap)};
`;

/** Covers what it stands in, with what it says in the middle. */
export const covering = css`
  position: absolute;
  inset: 0;
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
`;

/** Something narrow beside something wide; on phones one below the other. */
export const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
  align-items: start;
  gap: ${space(6)};
  ${mobile} {
    grid-template-columns: minmax(0, 1fr);
  }
`;
