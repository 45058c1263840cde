import styled from '@emotion/styled';
import { Button, type ButtonProps } from './Button';
import { Row } from './layout';
import { tokens } from './tokens';

const Fault = styled.p`
  color: ${tokens.danger};
`;

/** A list that comes page by page. */
export interface PagedList {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  /** The next page was asked for and did not come; what is shown stays. */
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

interface ShowMoreProps extends Pick<ButtonProps, 'size'> {
  list: PagedList;
  /** What the button says. */
  label?: string;
}

/** The way to the rest of a list, and to try it again; nothing when all of it is shown. */
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
