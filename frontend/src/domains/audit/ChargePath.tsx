import styled from '@emotion/styled';
import type { Charge } from '@storyreel/contracts';
import { Moment, space, tokens } from '../../ui';
import { pathOf } from './charge-path';

const Path = styled.ol`
  display: grid;
`;
const Station = styled.li`
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 0 ${space(4)};
  padding: 0 0 ${space(4)} ${space(7)};
  /* The way from one station to the next. */
  &::before {
    content: '';
    position: absolute;
    inset: 14px auto -6px 6px;
    border-left: 2px solid ${tokens.line};
  }
  &:last-of-type {
    padding-bottom: 0;
  }
  &:last-of-type::before {
    display: none;
  }
  &::after {
    content: '';
    position: absolute;
    top: 4px;
    left: 0;
    width: 14px;
    height: 14px;
    border: 2px solid ${tokens.text2};
    border-radius: 50%;
    background: ${tokens.text2};
  }
  &[data-tone='waiting']::after {
    border-style: dashed;
    background: ${tokens.surface1};
  }
  &[data-tone='back']::after {
    border-color: ${tokens.warning};
    background: ${tokens.surface1};
  }
  &[data-tone='failed']::after {
    border-color: ${tokens.danger};
    border-radius: 3px;
    background: ${tokens.danger};
  }
  & h4 {
    font-size: ${tokens.body};
    font-weight: 600;
    line-height: 22px;
  }
  & b {
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  & p,
  & time {
    grid-column: 1 / -1;
    color: ${tokens.text2};
    font-size: ${tokens.caption};
    overflow-wrap: anywhere;
  }
`;

/** The way of a charge, drawn: what was quoted, reserved, made, settled or released, and refunded, with its times. */
export function ChargePath({ charge }: { charge: Charge }) {
  return (
    <Path aria-label="How this charge came about">
      {pathOf(charge).map(({ key, title, at, figure, lines, tone }) => (
        <Station key={key} data-tone={tone}>
          <h4>{title}</h4>
          {figure ? <b>{figure}</b> : <span />}
          {at && <Moment at={at} />}
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Station>
      ))}
    </Path>
  );
}
