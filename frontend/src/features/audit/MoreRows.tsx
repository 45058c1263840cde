import { type PagedList, Row, ShowMore } from '../../ui';
import { formatCount } from '../zaps/format';

interface MoreRowsProps {
  shown: number;
  /** The number of rows on all pages, if known. */
  total?: number;
  /** Singular noun for a row, such as 'entry'. */
  one: string;
  many: string;
  /** Which rows the list begins with. */
  first?: 'newest' | 'oldest';
  list: PagedList;
}

/** Says how many rows of a list are shown, and loads more. */
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
