import type { ReactNode } from 'react';
import type { DrawingName } from './Drawing';
import { EmptyState } from './EmptyState';
import { Stack } from './layout';
import { Skeleton } from './Skeleton';
import { tokens } from './tokens';
import { Unreadable } from './Unreadable';
import { VisuallyHidden } from './VisuallyHidden';

export interface ListStateProps {
  isPending: boolean;
  isError: boolean;
  isEmpty: boolean;
  empty: { title: string; line: string };
  drawing?: DrawingName;
  /** The level of the heading that an empty or failed list has. */
  level?: 2 | 3;
  /** What could not be loaded, when it could not. */
  what?: string;
  retry?: () => unknown;
  children: ReactNode;
}
/** Skeleton, failure or empty message of a list, else what it lists. */
export function ListState(props: ListStateProps) {
  const {
    isPending,
    isError,
    isEmpty,
    empty,
    drawing = 'coins',
    level = 3,
    what = 'this list',
    retry,
    children,
  } = props;
  if (isPending) {
    return (
      <Stack gap={2} role="status" aria-busy="true">
        <VisuallyHidden>Loading</VisuallyHidden>
        {Array.from({ length: 5 }, (_, index) => (
          <Skeleton key={index} height="44px" radius={tokens.radius} />
        ))}
      </Stack>
    );
  }
  if (isError) return <Unreadable level={level} what={what} retry={retry} />;
  if (isEmpty) return <EmptyState level={level} drawing={drawing} {...empty} />;
  return children;
}
