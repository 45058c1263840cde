import styled from '@emotion/styled';
import { Calendar, ChevronLeft, ChevronRight } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { addDays, addMonths, endOfWeek, monthOf, startOfWeek, utcNoon, weeksOfMonth } from '../platform/time/days';
import type { Day } from '../platform/time/days';
import { dateFormat, visitorZone } from '../platform/time/written-dates';
import { dayAt } from '../platform/time/zoned-time';
import { IconButton } from './Button';
import { field } from './Field';
import { PageShield, useFloatingContainer } from './Tooltip';
import { space, tokens, touch } from './tokens';

const Head = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  margin-bottom: ${space(2)};
`;
const Title = styled.div`
  font-size: ${tokens.body};
  font-weight: 600;
`;
const Grid = styled.table`
  border-collapse: collapse;
  & th {
    height: 28px;
    color: ${tokens.text3};
    font-size: ${tokens.caption};
    font-weight: 550;
  }
  & td {
    padding: 0;
  }
`;
const DayButton = styled.button`
  width: 36px;
  height: 36px;
  padding: 0;
  border: 1px solid transparent;
  border-radius: ${tokens.radius};
  background: transparent;
  color: ${tokens.text1};
  font-variant-numeric: tabular-nums;
  cursor: pointer;
  &:hover:not(:disabled) {
    background: ${tokens.surface3};
  }
  &[data-outside='true'] {
    color: ${tokens.text3};
  }
  &[aria-current='date'] {
    border-color: ${tokens.lineStrong};
    font-weight: 650;
  }
  &[data-chosen='true'] {
    background: ${tokens.text1};
    color: ${tokens.surface1};
  }
  &:disabled {
    color: ${tokens.text3};
    text-decoration: line-through;
    opacity: 0.6;
    cursor: not-allowed;
  }
  ${touch} {
    width: 44px;
    height: 44px;
  }
`;

const inWords = (options: Intl.DateTimeFormatOptions) => {
  const format = dateFormat({ ...options, timeZone: 'UTC' });
  return (day: Day) => format(utcNoon(day));
};
const monthName = inWords({ month: 'long', year: 'numeric' });
const fullName = inWords({ dateStyle: 'full' });
const dayFigure = inWords({ day: 'numeric' });
const shortWeekday = inWords({ weekday: 'short' });
const longWeekday = inWords({ weekday: 'long' });

const MOVES: Readonly<Record<string, (day: Day, shift: boolean) => Day>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: startOfWeek,
  End: endOfWeek,
  PageUp: (day, shift) => addMonths(day, shift ? -12 : -1),
  PageDown: (day, shift) => addMonths(day, shift ? 12 : 1),
};

export interface MonthGridProps {
  /** The chosen day; '' while none is chosen. */
  chosen: Day;
  onChoose: (day: Day) => void;
  /** The first day that can be chosen; days before it are disabled. */
  min?: Day;
}
/** A month's grid for choosing a day. The day that should get the focus has the attribute data-autofocus. */
function MonthGrid({ chosen, onChoose, min = '' }: MonthGridProps) {
  const titleId = useId();
  const grid = useRef<HTMLTableElement>(null);
  const [today] = useState(() => dayAt(new Date(), visitorZone()));
  const allowed = (day: Day) => (day < min ? min : day);
  const [current, setCurrent] = useState(() => allowed(chosen || today));
  const weeks = weeksOfMonth(current);
  const [firstWeek = []] = weeks;

  const move = (event: KeyboardEvent) => {
    const target = MOVES[event.key]?.(current, event.shiftKey);
    if (target === undefined) return;
    event.preventDefault();
    flushSync(() => setCurrent(allowed(target)));
    grid.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  };
  const page = (months: number) => setCurrent(allowed(addMonths(current, months)));

  return (
    <>
      <Head>
        <IconButton
          label="Previous month"
          tooltip={false}
          icon={<ChevronLeft size={20} aria-hidden />}
          disabled={monthOf(current) <= monthOf(min)}
          onClick={() => page(-1)}
        />
        <Title id={titleId} aria-live="polite">
          {monthName(current)}
        </Title>
        <IconButton
          label="Next month"
          tooltip={false}
          icon={<ChevronRight size={20} aria-hidden />}
          onClick={() => page(1)}
        />
      </Head>
      <Grid ref={grid} role="grid" aria-labelledby={titleId} onKeyDown={move}>
        <thead>
          <tr>
            {firstWeek.map((day) => (
              <th key={day} scope="col" abbr={longWeekday(day)}>
                {shortWeekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} role="gridcell" aria-selected={day === chosen}>
                  <DayButton
                    type="button"
                    aria-label={fullName(day)}
                    aria-current={day === today ? 'date' : undefined}
                    data-chosen={day === chosen}
                    data-outside={monthOf(day) !== monthOf(current)}
                    data-autofocus={day === current ? true : undefined}
                    tabIndex={day === current ? 0 : -1}
                    disabled={day < min}
                    onClick={() => onChoose(day)}
                  >
                    {dayFigure(day)}
                  </DayButton>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Grid>
    </>
  );
}

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
const dayName = inWords({ dateStyle: 'medium' });

export interface DatePickerProps {
  /** Name of the date, read by screen readers together with its value. */
  label: string;
  /** The chosen day; '' while none is chosen. */
  value: Day;
  onValueChange: (day: Day) => void;
  /** The first day that can be chosen; days before it are disabled. */
  min?: Day;
  placeholder?: string;
  id?: string;
  disabled?: boolean;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
}

/** A field for a date, chosen from a month that opens below the button and formatted in the visitor's language. */
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
  const shown = value === '' ? placeholder : dayName(value);
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
