import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import { space, tokens } from './tokens';

const List = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(3)};
`;
const Words = styled.div`
  display: flex;
  align-items: baseline;
  justify-content: space-between;
  gap: ${space(3)};
  margin-bottom: ${space(1)};
  & span {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & b {
    flex: none;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
`;
const Track = styled.div`
  display: flex;
  height: 10px;
  overflow: hidden;
  border-radius: 3px;
  background: ${tokens.surface2};
  & i {
    min-width: 2px;
    background: ${tokens.lineStrong};
  }
  & i[data-tone='strong'] {
    background: ${tokens.text2};
  }
`;
const Note = styled.p`
  margin-top: ${space(1)};
  color: ${tokens.text3};
  font-size: ${tokens.caption};
`;

export interface BarItem {
  key: string;
  label: string;
  /** What the length of the bar stands for. */
  value: number;
  shown: ReactNode;
  note?: ReactNode;
  /** The part of the bar that is drawn darker, from 0 to 1. */
  strong?: number;
}

/** Bars below each other, each with its words and figures: what is drawn is also read. */
export function BarList({ label, items }: { label: string; items: readonly BarItem[] }) {
  const highest = Math.max(...items.map(({ value }) => value), 0) || 1;
  const width = (share: number): string => `${Math.max(0, share) * 100}%`;
  return (
    <List aria-label={label}>
      {items.map(({ key, label: name, value, shown, note, strong = 0 }) => (
        <li key={key}>
          <Words>
            <span title={name}>{name}</span>
            <b>{shown}</b>
          </Words>
          <Track aria-hidden>
            {strong > 0 && <i data-tone="strong" style={{ width: width((value / highest) * strong) }} />}
            {strong < 1 && value > 0 && <i style={{ width: width((value / highest) * (1 - strong)) }} />}
          </Track>
          {note && <Note>{note}</Note>}
        </li>
      ))}
    </List>
  );
}
