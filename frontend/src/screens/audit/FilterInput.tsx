import { useState } from 'react';
import { isForInputMethod } from '../../platform/input-method';
import { Field, Input } from '../../ui';

interface FilterInputProps {
  label: string;
  value: string | undefined;
  placeholder?: string;
  error?: string;
  /** Gets what stands in the field once Enter is pressed or it is left. */
  onCommit: (text: string | undefined) => void;
}

export function FilterInput({ label, value = '', placeholder, error, onCommit }: FilterInputProps) {
  const [draft, setDraft] = useState<string | null>(null);
  function commit(): void {
    setDraft(null);
    const typed = draft?.trim();
    if (typed !== undefined && typed !== value) onCommit(typed || undefined);
  }
  return (
    <Field label={label} error={error}>
      {(ids) => (
        <Input
          {...ids}
          type="search"
          value={draft ?? value}
          placeholder={placeholder}
          maxLength={300}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setDraft(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => event.key === 'Enter' && !isForInputMethod(event) && commit()}
        />
      )}
    </Field>
  );
}
