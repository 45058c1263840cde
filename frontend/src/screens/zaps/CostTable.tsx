import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import { EmptyState, Skeleton, space, Stack, tokens, Unreadable, VisuallyHidden } from '../../ui';

const Table = styled.table`
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
    overflow-wrap: anywhere;
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
`;
export const TableFrame = styled.div`
  overflow-x: auto;
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  background: ${tokens.surface1};
`;

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

export interface ListStateProps {
  isPending: boolean;
  isError: boolean;
  isEmpty: boolean;
  empty: { title: string; line: string };
  retry?: () => unknown;
  children: ReactNode;
}
/** Skeleton, failure or empty message of a tab, else what it lists. */
export function ListState({ isPending, isError, isEmpty, empty, retry, children }: ListStateProps) {
  if (isPending) {
    return (
      <Stack gap={2} role="status" aria-busy="true">
        <VisuallyHidden>Loading</VisuallyHidden>
        {Array.from({ length: 5 }, (_, index) => (
          <Skeleton key={index} height="44px" radius={tokens.radius} />
        ))}
      </Stack>
    );
  }
  if (isError) return <Unreadable level={3} what="This list" retry={retry} />;
  if (isEmpty) return <EmptyState level={3} drawing="coins" {...empty} />;
  return children;
}

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
/** In the visitor's own format and zone. */
export function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{moment.format(new Date(at))}</time>;
}

/** generate_image → Generate image */
export function readable(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
