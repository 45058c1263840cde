import { useState, type ComponentProps } from 'react';
import { Input } from './Input';

export interface NumberInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'ref'> {
  value: number | string;
  /** Gets what stands in the field once it is left or Enter is pressed; the field then shows the value again. */
  onCommit: (text: string) => void;
  /** Gets it at every key. */
  onType?: (text: string) => void;
}

/** A number that may be none, or none that fits, while it is typed. */
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
