import { Button, Row } from '../../ui';

interface ShowMoreProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** The way to the rest of a list; nothing when all of it is shown. */
export function ShowMore({ list }: ShowMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <Row gap={2}>
      <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        Show More
      </Button>
    </Row>
  );
}
