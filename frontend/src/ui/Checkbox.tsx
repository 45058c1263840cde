import styled from '@emotion/styled';
import { Check } from 'lucide-react';
import { Checkbox as Primitive } from 'radix-ui';
import { tokens } from './tokens';

const Box = styled(Primitive.Root)`
  position: relative;
  display: inline-flex;
  align-items: center;
  justify-content: center;
  flex: none;
  width: 20px;
  height: 20px;
  padding: 0;
  border: 1px solid ${tokens.lineStrong};
  border-radius: ${tokens.radiusSmall};
  background: ${tokens.surface1};
  cursor: pointer;
  &::after {
    content: '';
    position: absolute;
    inset: -7px;
  }
  &[data-state='checked'] {
    border-color: ${tokens.text1};
    background: ${tokens.text1};
    color: ${tokens.surface1};
  }
  &:disabled {
    opacity: 0.5;
    cursor: not-allowed;
  }
`;

export interface CheckboxProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  id?: string;
  ariaLabel?: string;
  disabled?: boolean;
}
export function Checkbox({ ariaLabel, onCheckedChange, ...rest }: CheckboxProps) {
  return (
    <Box {...rest} aria-label={ariaLabel} onCheckedChange={(state) => onCheckedChange(state === true)}>
      <Primitive.Indicator>
        <Check size={16} aria-hidden />
      </Primitive.Indicator>
    </Box>
  );
}
