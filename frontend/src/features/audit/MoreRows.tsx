import { type PagedList, Row, ShowMore } from '../../ui';

interface MoreRowsProps {
  shown: number;
  /** Of all pages, where it is known. */
  total?: number;
  /** What one is: 'entry'. */
  one: string;
  many: string;
  /** Which come first. */
  first?: 'newest' | 'oldest';
  list: PagedList;
}
const whole = new Intl.NumberFormat();

/** How much of a list is shown, and the way to the rest of it. */
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
