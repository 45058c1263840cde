import styled from '@emotion/styled';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { Skeleton } from './Skeleton';
import { space, tokens } from './tokens';

export const Card = styled.section`
  padding: ${space(5)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  background: ${tokens.surface1};
`;
const Title = styled.h2`
  margin-bottom: ${space(4)};
  font-size: ${tokens.heading3};
`;

/** A card with its own heading. */
export function TitledCard({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <Card aria-labelledby={titleId}>
      <Title id={titleId}>{title}</Title>
      {children}
    </Card>
  );
}

const List = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 132px), 1fr));
  gap: ${space(4)} ${space(5)};
  & dt {
    color: ${tokens.text3};
    font-size: ${tokens.caption};
  }
  & dd {
    font-size: ${tokens.heading3};
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  & dd small {
    display: block;
    color: ${tokens.text3};
    font-size: ${tokens.caption};
    font-weight: 400;
  }
`;

export interface Figure {
  label: string;
  value: ReactNode;
  /** Text below the value. */
  note?: ReactNode;
}

/** Shows labelled numbers side by side. */
export function Figures({ label, figures }: { label: string; figures: readonly Figure[] }) {
  return (
    <List aria-label={label}>
      {figures.map(({ label: name, value, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value}
            {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </List>
  );
}

/**
 * Returns placeholders for figures that are loading. Their labels are known, so the layout stays the same when the
 * values arrive.
 */
export const awaited = (figures: readonly Figure[]): Figure[] =>
  figures.map(({ label, note }) => ({
    label,
    value: <Skeleton height="1lh" width="60%" />,
    note: note && <Skeleton height="1lh" width="80%" />,
  }));
