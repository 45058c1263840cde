import styled from '@emotion/styled';
import { tokens } from './tokens';

const Track = styled.button`
  position: relative;
  flex: none;
  width: 40px;
  height: 24px;
  padding: 0;
  border: 1px solid ${tokens.lineStrong};
  border-radius: 12px;
  background: ${tokens.surface3};
  cursor: pointer;
  transition: background ${tokens.fast};
  &::after {
    content: '';
    position: absolute;
    inset: -10px -2px;
  }
  &[aria-checked='true'] {
    border-color: ${tokens.text1};
    background: ${tokens.text1};
  }
  &:disabled {
    opacity: 0.5;
    cursor: not-allowed;
  }
`;
const Thumb = styled.span`
  display: block;
  width: 16px;
  height: 16px;
  margin-left: 3px;
  border-radius: 50%;
  background: ${tokens.text2};
  transition: transform ${tokens.fast};
  [aria-checked='true'] > & {
    background: ${tokens.surface1};
    transform: translateX(16px);
  }
`;

export interface SwitchProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  id?: string;
  ariaLabel?: string;
  disabled?: boolean;
}
/**
 * A switch for an option that takes effect at once. An option within a form, or one that needs confirmation, is a
 * Checkbox.
 */
export function Switch({ checked, onCheckedChange, ariaLabel, ...rest }: SwitchProps) {
  return (
    <Track
      {...rest}
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={ariaLabel}
      onClick={() => onCheckedChange(!checked)}
    >
      <Thumb />
    </Track>
  );
}
