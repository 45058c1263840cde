import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import { EmptyState, Skeleton, space, tokens, Unreadable, VisuallyHidden } from '../../ui';

export const CostTable = styled.table`
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
const Rows = styled.div`
  display: grid;
  gap: ${space(2)};
`;

export interface ListStateProps {
  isPending: boolean;
  isError: boolean;
  isEmpty: boolean;
  empty: { title: string; line: string };
  onRetry?: () => void;
  children: ReactNode;
}
/** Skeleton, failure or empty message of a tab, else what it lists. */
export function ListState({ isPending, isError, isEmpty, empty, onRetry, children }: ListStateProps) {
  if (isPending) {
    return (
      <Rows role="status" aria-busy="true">
        <VisuallyHidden>Loading</VisuallyHidden>
        {Array.from({ length: 5 }, (_, index) => (
          <Skeleton key={index} height="44px" radius={tokens.radius} />
        ))}
      </Rows>
    );
  }
  if (isError) {
    return <Unreadable level={3} what="This list" retry={onRetry} />;
  }
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
