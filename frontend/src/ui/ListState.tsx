import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import { Button, VisuallyHidden } from './Button';
import type { ButtonProps } from './Button';
import { EmptyState, Unreadable } from './EmptyState';
import type { DrawingName } from './EmptyState';
import { Skeleton } from './Skeleton';
import { Row, Stack } from './layout';
import { tokens } from './tokens';

export interface ListStateProps {
  isPending: boolean;
  isError: boolean;
  isEmpty: boolean;
  empty: { title: string; line: string };
  drawing?: DrawingName;
  /** Heading level of the empty or error message. */
  level?: 2 | 3;
  /** Name of the list for the error message. */
  what?: string;
  retry?: () => unknown;
  children: ReactNode;
}
/** Shows a list's skeleton, error or empty message, or otherwise its children. */
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

const Words = styled.p`
  color: ${tokens.text2};
`;

interface UnreadableLineProps {
  /** The thing that could not be loaded, such as 'the models'. */
  what: string;
  retry: () => unknown;
  isTrying?: boolean;
}

/** A variant of `Unreadable` on a single line. */
export const UnreadableLine = ({ what, retry, isTrying }: UnreadableLineProps) => (
  <Row gap={3} role="alert">
    <Words>Couldn&apos;t load {what}.</Words>
    <Button size="small" loading={isTrying} onClick={() => void retry()}>
      Try Again
    </Button>
  </Row>
);

const Fault = styled.p`
  color: ${tokens.danger};
`;

/** State of a list that loads page by page. */
export interface PagedList {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  /** True when the next page failed to load; the loaded items stay visible. */
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

interface ShowMoreProps extends Pick<ButtonProps, 'size'> {
  list: PagedList;
  /** Label of the button. */
  label?: string;
}

/** A button that loads or retries the next page; renders nothing when the whole list is shown. */
export function ShowMore({ list, label = 'Show More', size }: ShowMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <Row gap={2}>
      {list.isFetchNextPageError && <Fault role="alert">Couldn&apos;t load more.</Fault>}
      <Button size={size} loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {list.isFetchNextPageError ? 'Try Again' : label}
      </Button>
    </Row>
  );
}
