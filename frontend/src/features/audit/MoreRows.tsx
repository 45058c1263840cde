import { type PagedList, Row, ShowMore } from '../../ui';
import { formatCount } from '../zaps/format';

interface MoreRowsProps {
  shown: number;
  /** The number of rows on all pages, where known. */
  total?: number;
  /** The singular noun for a row: 'entry'. */
  one: string;
  many: string;
  /** The rows that the list begins with. */
  first?: 'newest' | 'oldest';
  list: PagedList;
}

/** Shows how many rows of a list are shown, and loads more. */
export function MoreRows({ shown, total, one, many, first = 'newest', list }: MoreRowsProps) {
  const of = total !== undefined && list.hasNextPage ? ` of ${formatCount(total)}` : '';
  return (
    <Row gap={3}>
      <ShowMore list={list} />
      <span role="status">
        {list.hasNextPage ? `The ${first} ` : ''}
        {formatCount(shown)}
        {of} {shown === 1 && of === '' ? one : many}
      </span>
    </Row>
  );
}
