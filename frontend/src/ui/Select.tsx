import styled from '@emotion/styled';
import { Check, ChevronDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useId, useState } from 'react';
import { PageShield, useFloatingContainer } from './floating';
import { field } from './Input';
import { ListPanel, Option } from './select-styles';
import { space, tokens } from './tokens';
import { useListKeys } from './useListKeys';

const Trigger = styled(Popover.Trigger)`
  ${field}
  display: inline-flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)};
  width: auto;
  min-width: 120px;
  cursor: pointer;
  text-align: left;
  & > span {
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

export interface SelectOption<V extends string = string> {
  value: V;
  label: string;
  disabled?: boolean;
}
export interface SelectProps<V extends string> {
  /** '' while nothing is chosen. */
  value: V | '';
  onValueChange: (value: V) => void;
  options: readonly SelectOption<V>[];
  placeholder?: string;
  ariaLabel?: string;
  id?: string;
  disabled?: boolean;
}

/** One of several, chosen from a list that opens below. */
export function Select<V extends string>({
  value,
  onValueChange,
  options,
  placeholder,
  ariaLabel,
  id,
  disabled,
}: SelectProps<V>) {
  const [isOpen, setOpen] = useState(false);
  const container = useFloatingContainer();
  const listId = useId();
  const { listRef, onTriggerKeyDown, onListKeyDown, focusChosen } = useListKeys({
    open: () => setOpen(true),
    close: () => setOpen(false),
  });
  const chosen = options.find((option) => option.value === value);

  function choose(option: SelectOption<V>): void {
    if (option.disabled) return;
    setOpen(false);
    if (option.value !== value) onValueChange(option.value);
  }

  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Trigger
        id={id}
        role="combobox"
        aria-label={ariaLabel}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        data-placeholder={chosen ? undefined : ''}
        disabled={disabled}
        onKeyDown={onTriggerKeyDown}
      >
        <span>{chosen?.label ?? placeholder}</span>
        <ChevronDown size={16} aria-hidden />
      </Trigger>
      <Popover.Portal container={container}>
        <ListPanel
          ref={listRef}
          id={listId}
          role="listbox"
          aria-label={ariaLabel ?? 'Options'}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={focusChosen}
          onKeyDown={onListKeyDown}
          onClick={(event) => event.stopPropagation()}
        >
          <PageShield />
          {options.map((option) => (
            <Option
              key={option.value}
              role="option"
              tabIndex={-1}
              aria-selected={option.value === value}
              aria-disabled={option.disabled || undefined}
              onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
              onClick={() => choose(option)}
            >
              {option.label}
              {option.value === value && <Check size={16} aria-hidden />}
            </Option>
          ))}
        </ListPanel>
      </Popover.Portal>
    </Popover.Root>
  );
}
