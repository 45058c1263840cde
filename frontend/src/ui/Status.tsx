import styled from '@emotion/styled';
import { Progress as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { space, tokens } from './tokens';

export type Tone = 'neutral' | 'positive' | 'warning' | 'danger' | 'accent';

const Pill = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space(1)};
  min-height: 22px;
  padding: 0 ${space(2)};
  border-radius: 11px;
  background: ${tokens.surface3};
  color: ${tokens.text2};
  font-size: ${tokens.caption};
  font-weight: 550;
  white-space: nowrap;
  &[data-tone='positive'] {
    background: ${tokens.positiveSoft};
    color: ${tokens.positive};
  }
  &[data-tone='warning'] {
    background: ${tokens.warningSoft};
    color: ${tokens.warning};
  }
  &[data-tone='danger'] {
    background: ${tokens.dangerSoft};
    color: ${tokens.danger};
  }
  &[data-tone='accent'] {
    background: ${tokens.accent};
    color: ${tokens.onAccent};
  }
`;

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <Pill data-tone={tone}>{children}</Pill>;
}

export type StatusColour = 'red' | 'yellow' | 'green' | 'grey';

/* The shape shows the state without colour: full means green, half means yellow, a ring means red or grey. */
const Dot = styled.span`
  display: inline-block;
  flex: none;
  width: 10px;
  height: 10px;
  border: 2px solid currentColor;
  border-radius: 50%;
  color: ${tokens.text3};
  &[data-colour='green'] {
    color: ${tokens.positive};
    background: currentColor;
  }
  &[data-colour='yellow'] {
    color: ${tokens.warning};
    background: linear-gradient(90deg, currentColor 50%, transparent 50%);
  }
  &[data-colour='red'] {
    color: ${tokens.danger};
  }
  /* Drawn lightly, since work that has not begun is no problem. */
  &[data-quiet='true'] {
    border-width: 1px;
    opacity: 0.45;
  }
`;

export interface StatusDotProps {
  colour: StatusColour;
  title: string;
  /** Accessible name, when the title does not name the thing that has this state. */
  label?: string;
  /** True to draw the status lightly, for things that are waiting. */
  quiet?: boolean;
}
export function StatusDot({ colour, title, label = title, quiet = false }: StatusDotProps) {
  return <Dot role="img" data-colour={colour} data-quiet={quiet} aria-label={label} title={title} />;
}

const Track = styled(Primitive.Root)`
  width: 100%;
  height: 6px;
  overflow: hidden;
  border-radius: 3px;
  background: ${tokens.surface3};
`;
const Bar = styled(Primitive.Indicator)`
  height: 100%;
  border-radius: 3px;
  background: ${tokens.text1};
  transition: width ${tokens.slow};
`;

/** A progress bar; `value` is from 0 to 1, or null while unknown. */
export function Progress({ value, label }: { value: number | null; label: string }) {
  const percent = value === null ? null : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <Track value={percent} max={100} aria-label={label}>
      <Bar style={{ width: percent === null ? '30%' : `${percent}%` }} />
    </Track>
  );
}
