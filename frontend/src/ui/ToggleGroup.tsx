import styled from '@emotion/styled';
import { ToggleGroup as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { space, tokens, touch } from './tokens';

const Root = styled(Primitive.Root)`
  display: inline-flex;
  flex-wrap: wrap;
  gap: 2px;
  padding: 2px;
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  background: ${tokens.surface2};
`;
const Item = styled(Primitive.Item)`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: ${space(2)};
  min-width: 32px;
  min-height: 32px;
  padding: 0 ${space(2.5)};
  border: 0;
  border-radius: ${tokens.radiusSmall};
  background: transparent;
  color: ${tokens.text2};
  font-weight: 550;
  cursor: pointer;
  &[data-state='on'] {
    background: ${tokens.surface1};
    color: ${tokens.text1};
    box-shadow: 0 0 0 1px ${tokens.line};
  }
  ${touch} {
    min-width: 44px;
    min-height: 44px;
  }
`;

export interface ToggleGroupProps<V extends string> {
  value: V;
  onValueChange: (value: V) => void;
  /** The options. With hideLabel only the icon is visible; screen readers still get the label. */
  options: readonly { value: V; label: string; icon?: ReactNode; hideLabel?: boolean }[];
  ariaLabel: string;
}
/** Lets the user choose exactly one option. */
export function ToggleGroup<V extends string>({ value, onValueChange, options, ariaLabel }: ToggleGroupProps<V>) {
  const choose = (chosen: string) => {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option) onValueChange(option.value);
  };
  return (
    <Root type="single" value={value} onValueChange={choose} aria-label={ariaLabel}>
      {options.map((option) => (
        <Item
          key={option.value}
          value={option.value}
          aria-label={option.hideLabel ? option.label : undefined}
          title={option.hideLabel ? option.label : undefined}
        >
          {option.icon}
          {!option.hideLabel && option.label}
        </Item>
      ))}
    </Root>
  );
}
