import { type PagedList, Row, ShowMore } from '../../ui';

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
const whole = new Intl.NumberFormat();

/** Shows how many rows of a list are shown, and loads more. */
export function MoreRows({ shown, total, one, many, first = 'newest', list }: MoreRowsProps) {
  const of = total !== undefined && list.hasNextPage ? ` of ${whole.format(total)}` : '';
  return (
    <Row gap={3}>
      <ShowMore list={list} />
      <span role="status">
        {list.hasNextPage ? `The ${first} ` : ''}
        {whole.format(shown)}
        {of} {shown === 1 && of === '' ? one : many}
      </span>
    </Row>
  );
}
