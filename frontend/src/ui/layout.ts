import { css } from '@emotion/react';
import styled from '@emotion/styled';
import { mobile, space } from './tokens';

interface Spaced {
  /** Distance between the children, in multiples of 4 px. */
  gap: number;
}

/** A column whose children are never wider than the column. */
export const Stack = styled.div<Spaced>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: ${({ gap }) => space(gap)};
`;

/** A row of children that wraps. */
export const Row = styled.div<Spaced>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${({ gap }) => space(gap)};
`;

/** Covers the parent and centres the content. */
export const covering = css`
  position: absolute;
  inset: 0;
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
`;

/** A narrow column beside a wide one; on phones, one above the other. */
export const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
  align-items: start;
  gap: ${space(6)};
  ${mobile} {
    grid-template-columns: minmax(0, 1fr);
  }
`;
