import styled from '@emotion/styled';
import { Check, ChevronsUpDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { isForInputMethod } from '../platform/input-method';
import { field, Input } from './Field';
import { PageShield, useFloatingContainer } from './Tooltip';
import { space, tokens, touch } from './tokens';

const Trigger = styled.button`
  ${field}
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)};
  text-align: start;
  cursor: pointer;
  & svg {
    flex: none;
    color: ${tokens.text3};
  }
`;
const Panel = styled(Popover.Content)`
  z-index: 55;
  display: grid;
  gap: ${space(2)};
  width: max(240px, var(--radix-popover-trigger-width));
  max-width: calc(100vw - 16px);
  padding: ${space(2)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  background: ${tokens.surface1};
  box-shadow: ${tokens.shadow};
`;
const List = styled.ul`
  max-height: min(280px, calc(var(--radix-popover-content-available-height) - 80px));
  overflow-y: auto;
`;
const Option = styled.li`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)};
  min-height: 32px;
  padding: ${space(1)} ${space(2.5)};
  border-radius: ${tokens.radiusSmall};
  cursor: pointer;
  &[data-current='true'] {
    background: ${tokens.surface3};
  }
  & svg {
    flex: none;
  }
  ${touch} {
    min-height: 44px;
  }
`;
const Nothing = styled.p`
  padding: ${space(2)} ${space(2.5)};
  color: ${tokens.text2};
`;

export interface FoundOption {
  value: string;
  label: string;
  /** Other names by which the option can be found. */
  aliases?: string;
}

const wordsOf = (text: string): string => text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');

/** Returns the options that contain all typed words; those that begin with these words come first. */
export function findOptions(options: readonly FoundOption[], typed: string): FoundOption[] {
  const wanted = wordsOf(typed).split(/\s+/u).filter(Boolean);
  const [first = ''] = wanted;
  const found = options.filter(({ label, aliases = '' }) => {
    const words = wordsOf(`${label} ${aliases}`);
    return wanted.every((word) => words.includes(word));
  });
  const rank = ({ label }: FoundOption): number =>
    wordsOf(label)
      .split(/[\s/]/u)
      .some((word) => word.startsWith(first))
      ? 0
      : 1;
  return found.toSorted((a, b) => rank(a) - rank(b));
}

interface FinderProps {
  label: string;
  options: readonly FoundOption[];
  value: string;
  onChoose: (value: string) => void;
  input: RefObject<HTMLInputElement | null>;
}

/** A field that filters a list. Arrow keys move within the list while the field keeps the focus. */
function Finder({ label, options, value, onChoose, input }: FinderProps) {
  const listId = useId();
  const list = useRef<HTMLUListElement>(null);
  const [typed, setTyped] = useState('');
  const found = findOptions(options, typed);
  const [current, setCurrent] = useState(() =>
    Math.max(
      0,
      found.findIndex((option) => option.value === value),
    ),
  );
  const optionId = (index: number): string => `${listId}-${index}`;

  useEffect(() => {
    list.current?.querySelector('[data-current="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current, typed]);

  function press(event: KeyboardEvent): void {
    if (isForInputMethod(event)) return;
    const last = found.length - 1;
    const moves: Record<string, number> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + 8,
      PageUp: current - 8,
    };
    const next = moves[event.key];
    if (next !== undefined) {
      event.preventDefault();
      setCurrent(Math.max(0, Math.min(last, next)));
    }
    const chosen = found[current];
    if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      onChoose(chosen.value);
    }
  }
  return (
    <>
      <Input
        ref={input}
        role="combobox"
        aria-label={`Search ${label.toLowerCase()}`}
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={found.length > 0 ? optionId(current) : undefined}
        placeholder="Search"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setCurrent(0);
        }}
        onKeyDown={press}
      />
      {found.length === 0 && <Nothing role="status">No matches. Check the spelling.</Nothing>}
      <List ref={list} id={listId} role="listbox" aria-label={label}>
        {found.map((option, index) => (
          // The field handles the keys for the options.
          <Option
            key={option.value}
            id={optionId(index)}
            role="option"
            aria-selected={option.value === value}
            data-current={index === current}
            onPointerMove={() => setCurrent(index)}
            onClick={() => onChoose(option.value)}
          >
            {option.label}
            {option.value === value && <Check size={16} aria-hidden />}
          </Option>
        ))}
      </List>
    </>
  );
}

export interface SearchSelectProps {
  /** Name of the choice, read by screen readers together with its value. */
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  options: readonly FoundOption[];
  id?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
}

/** A choice from a list that is too long to scan; typing filters it. */
export function SearchSelect({ label, value, onValueChange, options, ...rest }: SearchSelectProps) {
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const shown = options.find((option) => option.value === value)?.label ?? value;
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <Trigger {...rest} type="button" aria-label={`${label}: ${shown}`}>
          {shown}
          <ChevronsUpDown size={16} aria-hidden />
        </Trigger>
      </Popover.Trigger>
      <Popover.Portal container={useFloatingContainer()}>
        <Panel
          aria-label={label}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            input.current?.focus();
          }}
        >
          <PageShield />
          <Finder
            label={label}
            options={options}
            value={value}
            input={input}
            onChoose={(chosen) => {
              onValueChange(chosen);
              setOpen(false);
            }}
          />
        </Panel>
      </Popover.Portal>
    </Popover.Root>
  );
}
