import styled from '@emotion/styled';
import { Calendar } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useRef, useState } from 'react';
import { utcNoon, type Day } from '../platform/days';
import { PageShield, useFloatingContainer } from './floating';
import { field } from './Input';
import { MonthGrid } from './MonthGrid';
import { space, tokens } from './tokens';

const Trigger = styled.button`
  ${field}
  display: inline-flex;
  align-items: center;
  gap: ${space(2)};
  text-align: start;
  cursor: pointer;
  &[data-placeholder='true'] {
    color: ${tokens.text3};
  }
  & svg {
    flex: none;
    color: ${tokens.text3};
  }
`;
const Panel = styled(Popover.Content)`
  z-index: 55;
  padding: ${space(3)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  background: ${tokens.surface1};
  box-shadow: ${tokens.shadow};
`;
const dayName = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

export interface DatePickerProps {
  /** What the date is of. It is heard, together with the date, when the button is read out. */
  label: string;
  /** '' while none is chosen. */
  value: Day;
  onValueChange: (day: Day) => void;
  /** Days before it cannot be chosen. */
  min?: Day;
  placeholder?: string;
  id?: string;
  disabled?: boolean;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
}

/** A day, chosen from a month that opens below the button; in the visitor's own words for days and months. */
export function DatePicker({
  label,
  value,
  onValueChange,
  min,
  placeholder = 'Choose a date',
  ...rest
}: DatePickerProps) {
  const [open, setOpen] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const shown = value === '' ? placeholder : dayName.format(utcNoon(value));
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <Trigger {...rest} type="button" aria-label={`${label}: ${shown}`} data-placeholder={value === ''}>
          <Calendar size={16} aria-hidden />
          {shown}
        </Trigger>
      </Popover.Trigger>
      <Popover.Portal container={useFloatingContainer()}>
        <Panel
          ref={panel}
          aria-label={label}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            panel.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
          }}
        >
          <PageShield />
          <MonthGrid
            chosen={value}
            min={min}
            onChoose={(day) => {
              onValueChange(day);
              setOpen(false);
            }}
          />
        </Panel>
      </Popover.Portal>
    </Popover.Root>
  );
}
