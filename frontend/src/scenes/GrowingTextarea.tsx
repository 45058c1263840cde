import styled from '@emotion/styled';
import type { ComponentProps } from 'react';
import { Textarea } from '../ui';

/** Line height in em, and pixels of padding and border, of the field it is made of. */
const LINE = 1.5;
const FRAME = 14;

const Growing = styled(Textarea)`
  field-sizing: content;
  max-height: 60vh;
`;

/** At least so many rows high, and higher as its text grows. */
export function GrowingTextarea({ rows, ...rest }: ComponentProps<'textarea'> & { rows: number }) {
  return <Growing {...rest} rows={rows} style={{ minHeight: `calc(${rows * LINE}em + ${FRAME}px)` }} />;
}
