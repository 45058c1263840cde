import type { ReactNode } from 'react';
import { Table } from '../../ui';

export interface CostTableProps {
  label: string;
  /** The heads of the columns, first those of words, then those of amounts. */
  words: readonly string[];
  amounts: readonly string[];
  children: ReactNode;
}
export function CostTable({ label, words, amounts, children }: CostTableProps) {
  const head = (className?: string) => (title: string) => (
    <th key={title} scope="col" className={className}>
      {title}
    </th>
  );
  return (
    <Table aria-label={label}>
      <thead>
        <tr>
          {words.map(head())}
          {amounts.map(head('amount'))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </Table>
  );
}
