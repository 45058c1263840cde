import styled from '@emotion/styled';
import { GripVertical } from 'lucide-react';
import type { ComponentProps } from 'react';
import { StyledIconButton } from './IconButton';

const Grip = styled(StyledIconButton)`
  cursor: grab;
  touch-action: none;
  &:active {
    cursor: grabbing;
  }
`;

/** Where a row or card is taken to be dragged; spread the sortable's listeners and attributes onto it. */
export function DragHandle({ label, ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <Grip {...rest} type="button" aria-label={label} data-drag-handle>
      <GripVertical size={16} aria-hidden />
    </Grip>
  );
}
