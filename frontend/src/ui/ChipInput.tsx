import styled from '@emotion/styled';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { isForInputMethod } from '../platform/input-method';
import { Button } from './Button';
import { Chip, ChipList } from './Chip';
import { Field, Input } from './Field';
import { space, tokens } from './tokens';

const Entry = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: ${space(2)};
`;
const Removable = styled(Chip)`
  & svg {
    flex: none;
    color: ${tokens.text3};
  }
`;

export interface ChipInputProps {
  label: string;
  /** Singular name of an entry, in the buttons' labels: 'hashtag'. */
  noun: string;
  values: readonly string[];
  onRemove: (value: string) => void;
  /** Text in the field that is not a chip yet. */
  draft: string;
  onDraftChange: (draft: string) => void;
  /** Turns the draft into a chip. */
  onAdd: () => void;
  /** Shown before each chip's text, '#'. */
  prefix?: string;
  placeholder?: string;
  hint?: string;
  error?: string | undefined;
}

/** Texts as chips: added by the button or Enter, removed by a click on the chip. */
export function ChipInput({ label, noun, values, onRemove, draft, onDraftChange, onAdd, ...look }: ChipInputProps) {
  const { prefix = '', placeholder, hint, error } = look;
  const input = useRef<HTMLInputElement>(null);
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <>
          <Entry>
            <Input
              {...ids}
              ref={input}
              value={draft}
              placeholder={placeholder}
              autoComplete="off"
              autoCapitalize="none"
              enterKeyHint="done"
              onChange={(event) => onDraftChange(event.target.value)}
              onKeyDown={(event) => {
                // Enter that only ends an input method's composition must not add a chip.
                if (event.key !== 'Enter' || isForInputMethod(event)) return;
                event.preventDefault();
                onAdd();
              }}
            />
            <Button aria-label={`Add ${noun}`} onClick={onAdd}>
              Add
            </Button>
          </Entry>
          {values.length > 0 && (
            <ChipList aria-label={label}>
              {values.map((value) => (
                <li key={value}>
                  <Removable
                    type="button"
                    aria-label={`Remove ${noun} ${prefix}${value}`}
                    onClick={() => {
                      onRemove(value);
                      // The chip with the focus has been removed.
                      input.current?.focus();
                    }}
                  >
                    <span dir="auto">
                      {prefix}
                      {value}
                    </span>
                    <X size={16} aria-hidden />
                  </Removable>
                </li>
              ))}
            </ChipList>
          )}
        </>
      )}
    </Field>
  );
}
