import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import { mobile, space, tokens } from './tokens';

/**
 * Styles of a table. Cells of class `amount` contain figures; cells of class `wide` are hidden on phones, cells of
 * class `narrow` everywhere else.
 */
export const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  & th {
    padding: ${space(2)} ${space(3)};
    border-bottom: 1px solid ${tokens.line};
    color: ${tokens.text3};
    font-size: ${tokens.caption};
    font-weight: 550;
    text-align: left;
  }
  & td {
    padding: ${space(2.5)} ${space(3)};
    border-bottom: 1px solid ${tokens.line};
    overflow-wrap: break-word;
  }
  & tbody tr:last-of-type td {
    border-bottom: 0;
  }
  & .amount {
    text-align: right;
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
  }
  & .gain {
    color: ${tokens.positive};
  }
  & .quiet {
    color: ${tokens.text2};
  }
  & tfoot td {
    border-top: 1px solid ${tokens.lineStrong};
    border-bottom: 0;
    font-weight: 600;
  }
  & small {
    display: block;
    color: ${tokens.text3};
    font-size: ${tokens.caption};
  }
  & .narrow {
    display: none;
  }
  & time {
    white-space: nowrap;
  }
  ${mobile} {
    & td {
      overflow-wrap: anywhere;
    }
    & time {
      white-space: normal;
    }
    & .wide {
      display: none;
    }
    & th.narrow,
    & td.narrow {
      display: table-cell;
    }
    & small.narrow {
      display: block;
    }
  }
`;
export const TableFrame = styled.div`
  overflow-x: auto;
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  background: ${tokens.surface1};
`;

export interface Column<Row> {
  head: string;
  cell: (row: Row) => ReactNode;
  /** True for right-aligned cells with digits of equal width. */
  amount?: boolean;
  /** wide: hidden on phones. narrow: shown only on phones. */
  only?: 'wide' | 'narrow';
  /** True for text in the secondary colour. */
  quiet?: boolean;
  /** Content below the column, such as its sum. */
  foot?: ReactNode;
}

export interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

const classOf = ({ amount, only, quiet }: Column<never>): string | undefined =>
  [amount && 'amount', only, quiet && 'quiet'].filter(Boolean).join(' ') || undefined;

/** A table whose rows all have the same columns; phones show a selection of the columns. */
export function DataTable<Row>({ label, columns, rows, keyOf }: DataTableProps<Row>) {
  return (
    <TableFrame>
      <Table aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.head} scope="col" className={classOf(column)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <td key={column.head} className={classOf(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {columns.some(({ foot }) => foot !== undefined) && (
          <tfoot>
            <tr>
              {columns.map((column) => (
                <td key={column.head} className={classOf(column)}>
                  {column.foot}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </Table>
    </TableFrame>
  );
}
