import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import { space, tokens } from './tokens';

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
  /** Below the value. */
  note?: ReactNode;
}

/** Numbers under their names, beside each other. */
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
