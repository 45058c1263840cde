import styled from '@emotion/styled';
import { Check, ChevronDown } from 'lucide-react';
import { Select as Primitive } from 'radix-ui';
import { field } from './Input';
import { mobile, space, tokens } from './tokens';

const Trigger = styled(Primitive.Trigger)`
  ${field}
  display: inline-flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)};
  width: auto;
  min-width: 120px;
  cursor: pointer;
  text-align: left;
  & > span:first-of-type {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & svg {
    flex: none;
    color: ${tokens.text3};
  }
  &[data-placeholder] {
    color: ${tokens.text3};
  }
`;
const Panel = styled(Primitive.Content)`
  z-index: 55;
  min-width: var(--radix-select-trigger-width);
  max-height: var(--radix-select-content-available-height);
  overflow: hidden;
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  background: ${tokens.surface1};
  box-shadow: ${tokens.shadow};
`;
const Viewport = styled(Primitive.Viewport)`
  padding: ${space(1)};
`;
const Option = styled(Primitive.Item)`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(4)};
  min-height: 32px;
  padding: ${space(1)} ${space(2.5)};
  border-radius: ${tokens.radiusSmall};
  outline: none;
  cursor: pointer;
  user-select: none;
  &[data-highlighted] {
    background: ${tokens.surface3};
  }
  &[data-disabled] {
    opacity: 0.5;
  }
  ${mobile} {
    min-height: 44px;
  }
`;

export interface SelectOption<V extends string = string> {
  /** Not the empty string. */
  value: V;
  label: string;
  disabled?: boolean;
}
export interface SelectProps<V extends string> {
  value: V | '';
  onValueChange: (value: V) => void;
  options: readonly SelectOption<V>[];
  placeholder?: string;
  ariaLabel?: string;
  id?: string;
  disabled?: boolean;
}

export function Select<V extends string>({ value, onValueChange, options, placeholder, ariaLabel, id, disabled }: SelectProps<V>) {
  const choose = (chosen: string) => {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option) onValueChange(option.value);
  };
  return (
    <Primitive.Root value={value} onValueChange={choose} disabled={disabled}>
      <Trigger aria-label={ariaLabel} id={id}>
        <Primitive.Value placeholder={placeholder} />
        <Primitive.Icon asChild>
          <ChevronDown size={16} aria-hidden />
        </Primitive.Icon>
      </Trigger>
      <Primitive.Portal>
        <Panel position="popper" sideOffset={4} collisionPadding={8}>
          <Viewport>
            {options.map((option) => (
              <Option key={option.value} value={option.value} disabled={option.disabled}>
                <Primitive.ItemText>{option.label}</Primitive.ItemText>
                <Primitive.ItemIndicator>
                  <Check size={16} aria-hidden />
                </Primitive.ItemIndicator>
              </Option>
            ))}
          </Viewport>
        </Panel>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
