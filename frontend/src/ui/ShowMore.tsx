import { Button, type ButtonProps } from './Button';
import { Row } from './layout';

/** A list that comes page by page. */
export interface PagedList {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

interface ShowMoreProps extends Pick<ButtonProps, 'size'> {
  list: PagedList;
  /** What the button says. */
  label?: string;
}

/** The way to the rest of a list; nothing when all of it is shown. */
export function ShowMore({ list, label = 'Show More', size }: ShowMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <Row gap={2}>
      <Button size={size} loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {label}
      </Button>
    </Row>
  );
}
