import type { ReactNode } from 'react';
import { Table, TableFrame } from './table';

export interface Column<Row> {
  head: string;
  cell: (row: Row) => ReactNode;
  /** Stands at the right, with digits below each other. */
  amount?: boolean;
  /** wide: left out on phones; narrow: only there. */
  only?: 'wide' | 'narrow';
  /** Of a secondary colour. */
  quiet?: boolean;
  /** Below the column, such as its sum. */
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

/** Rows of the same kind, in columns of which phones show a choice. */
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
