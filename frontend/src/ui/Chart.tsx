import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import { VisuallyHidden } from './Button';
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
  /** Value that determines the bar's length. */
  value: number;
  shown: ReactNode;
  note?: ReactNode;
  /** Share of the bar drawn darker, from 0 to 1. */
  strong?: number;
}

/** Bars whose labels and figures are text, so that screen readers can read everything that is drawn. */
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

const Plot = styled.svg`
  display: block;
  width: 100%;
  height: 160px;
  border-bottom: 1px solid ${tokens.line};
  & rect {
    fill: ${tokens.lineStrong};
  }
  & rect:hover {
    fill: ${tokens.text2};
  }
  & line {
    stroke: ${tokens.line};
    vector-effect: non-scaling-stroke;
  }
`;
const Frame = styled.figure`
  min-width: 0;
`;
const Axis = styled.div`
  display: flex;
  justify-content: space-between;
  gap: ${space(2)};
  margin-top: ${space(1)};
  color: ${tokens.text3};
  font-size: ${tokens.caption};
  font-variant-numeric: tabular-nums;
`;

export interface ChartColumn {
  key: string;
  label: string;
  value: number;
  shown: string;
}

const HEIGHT = 100;
const STEP = 10;
/** Minimum number of columns that share the width, so that a few columns are not drawn too wide. */
const LEAST_COLUMNS = 14;

/** A chart with one column per time step; screen readers get a table. */
export function ColumnChart({ label, columns }: { label: string; columns: readonly ChartColumn[] }) {
  const highest = Math.max(...columns.map(({ value }) => value), 0) || 1;
  const width = Math.max(columns.length, LEAST_COLUMNS) * STEP;
  const top = columns.find(({ value }) => value === highest)?.shown ?? '';
  return (
    <Frame>
      <Axis aria-hidden>
        <span>{top}</span>
      </Axis>
      <Plot viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        <line x1="0" y1="0.5" x2={width} y2="0.5" />
        {columns.map(({ key, label: name, value, shown }, at) => {
          const height = value > 0 ? Math.max(1, (value / highest) * HEIGHT) : 0;
          return (
            <rect key={key} x={at * STEP + 1} y={HEIGHT - height} width={STEP - 2} height={height} rx="0.5">
              <title>{`${name}: ${shown}`}</title>
            </rect>
          );
        })}
      </Plot>
      <Axis aria-hidden>
        <span>
          {columns[0]?.label}
          {columns.length > 1 && columns.length < LEAST_COLUMNS && ` to ${columns.at(-1)?.label}`}
        </span>
        {columns.length >= LEAST_COLUMNS && <span>{columns.at(-1)?.label}</span>}
      </Axis>
      <VisuallyHidden as="div">
        <table aria-label={label}>
          <tbody>
            {columns.map(({ key, label: name, shown }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                <td>{shown}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </Frame>
  );
}
