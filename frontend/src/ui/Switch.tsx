import styled from '@emotion/styled';
import { Switch as Primitive } from 'radix-ui';
import { tokens } from './tokens';

const Thumb = styled(Primitive.Thumb)`
  display: block;
  width: 18px;
  height: 18px;
  margin: 2px;
  border-radius: 50%;
  background: ${tokens.surface1};
  transition: transform ${tokens.fast};
  &[data-state='checked'] {
    transform: translateX(18px);
  }
`;
const Track = styled(Primitive.Root)`
  position: relative;
  flex: none;
  width: 42px;
  height: 24px;
  padding: 0;
  border: 1px solid transparent;
  border-radius: 12px;
  background: ${tokens.lineStrong};
  cursor: pointer;
  transition: background ${tokens.fast};
  /* The click target is 32 px high although the track is not. */
  &::after {
    content: '';
    position: absolute;
    inset: -5px;
  }
  &[data-state='checked'] {
    background: ${tokens.text1};
  }
  &:disabled {
    opacity: 0.5;
    cursor: not-allowed;
  }
`;

export interface SwitchProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  id?: string;
  ariaLabel?: string;
  disabled?: boolean;
}
export function Switch({ ariaLabel, ...rest }: SwitchProps) {
  return (
    <Track {...rest} aria-label={ariaLabel}>
      <Thumb />
    </Track>
  );
}
