import styled from '@emotion/styled';
import { tokens } from './tokens';

export type StatusColour = 'red' | 'yellow' | 'green' | 'grey';

/* Colour never stands alone: full for green, half for yellow, a ring for red and grey. */
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
  /* Nothing is wrong with what nobody has begun. */
  &[data-quiet='true'] {
    border-width: 1px;
    opacity: 0.45;
  }
`;

export interface StatusDotProps {
  colour: StatusColour;
  title: string;
  /** What a screen reader hears, when the title alone does not say of what it is the state. */
  label?: string;
  /** Drawn lightly: something that waits for its turn. */
  quiet?: boolean;
}
export function StatusDot({ colour, title, label = title, quiet = false }: StatusDotProps) {
  return <Dot role="img" data-colour={colour} data-quiet={quiet} aria-label={label} title={title} />;
}
