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
  /** Singular name of an entry for the buttons' labels, such as 'hashtag'. */
  noun: string;
  values: readonly string[];
  onRemove: (value: string) => void;
  /** Text in the field that is not yet a chip. */
  draft: string;
  onDraftChange: (draft: string) => void;
  /** Turns the draft into a chip. */
  onAdd: () => void;
  /** Prefix of each chip's text, such as '#'. */
  prefix?: string;
  placeholder?: string;
  hint?: string;
  error?: string | undefined;
}

/** Shows texts as chips: Enter or the button adds one, a click on a chip removes it. */
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
                // Enter must not add a chip when it only ends an input method's composition.
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
                      // The chip that had the focus was removed, so the focus moves to the field.
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
