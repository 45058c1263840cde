import styled from '@emotion/styled';
import { Slider as Primitive } from 'radix-ui';
import { useState } from 'react';
import type { ComponentProps } from 'react';
import { Input } from './Field';
import { tokens } from './tokens';

export interface NumberInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'ref'> {
  value: number | string;
  /** Called with the field's text on blur or Enter; afterwards the field shows `value` again. */
  onCommit: (text: string) => void;
  /** Called on every change. */
  onType?: (text: string) => void;
}

/** A number field that may be empty or invalid while the user types. */
export function NumberInput({ value, onCommit, onType, ...rest }: NumberInputProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const commit = (): void => {
    setDraft(null);
    if (draft !== null) onCommit(draft);
  };
  return (
    <Input
      {...rest}
      type="number"
      value={draft ?? value}
      onChange={(event) => {
        setDraft(event.target.value);
        onType?.(event.target.value);
      }}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  );
}

const Root = styled(Primitive.Root)`
  position: relative;
  display: flex;
  align-items: center;
  width: 100%;
  height: 32px;
  touch-action: none;
  user-select: none;
`;
const Track = styled(Primitive.Track)`
  position: relative;
  flex: 1;
  height: 4px;
  border-radius: 2px;
  background: ${tokens.surface3};
`;
const Range = styled(Primitive.Range)`
  position: absolute;
  height: 100%;
  border-radius: 2px;
  background: ${tokens.text1};
`;
const Thumb = styled(Primitive.Thumb)`
  display: block;
  width: 20px;
  height: 20px;
  border: 2px solid ${tokens.text1};
  border-radius: 50%;
  background: ${tokens.surface1};
  cursor: grab;
`;

export interface SliderProps {
  value: number;
  onValueChange: (value: number) => void;
  /** Called once when the user releases the thumb. */
  onValueCommit?: (value: number) => void;
  min: number;
  max: number;
  step?: number;
  ariaLabel: string;
  /** Text for screen readers when the number alone is not clear. */
  valueText?: string;
  disabled?: boolean;
}
export function Slider({ value, onValueChange, onValueCommit, ariaLabel, valueText, ...rest }: SliderProps) {
  return (
    <Root
      {...rest}
      value={[value]}
      onValueChange={([next = value]) => onValueChange(next)}
      onValueCommit={([next = value]) => onValueCommit?.(next)}
    >
      <Track>
        <Range />
      </Track>
      <Thumb aria-label={ariaLabel} aria-valuetext={valueText} />
    </Root>
  );
}
