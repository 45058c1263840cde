import styled from '@emotion/styled';
import type { ComponentProps } from 'react';
import { Textarea } from '.';
import { useTextArea } from './useTextArea';

/** Line height (em), and vertical padding with border (px), of Textarea. */
const LINE = 1.5;
const FRAME = 14;

const Growing = styled(Textarea)`
  field-sizing: content;
  max-height: 60vh;
`;

export interface GrowingTextareaProps extends Omit<ComponentProps<'textarea'>, 'value' | 'ref'> {
  value: string;
  rows: number;
}

/** A textarea of at least `rows` rows, which grows with its text. */
export function GrowingTextarea({ rows, value, ...rest }: GrowingTextareaProps) {
  const ref = useTextArea(value);
  return (
    <Growing
      {...rest}
      ref={ref}
      value={value}
      rows={rows}
      style={{ minHeight: `calc(${rows * LINE}em + ${FRAME}px)` }}
    />
  );
}
