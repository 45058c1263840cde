import styled from '@emotion/styled';
import { useEffect, useRef, type ComponentProps, type FocusEvent, type KeyboardEvent, type MouseEvent } from 'react';
import { field as fieldStyle } from './Input';
import { characters, fitsLimit } from './length-note';
import { LengthNote } from './LengthNote';
import { space, tokens } from './tokens';
import { useInlineEdit, type InlineEditOptions } from './useInlineEdit';
import { useTextArea } from './useTextArea';

const Rest = styled.button`
  display: block;
  width: 100%;
  min-height: 32px;
  padding: ${space(1)} ${space(1.5)};
  margin: 0 -${space(1.5)};
  border: 0;
  border-radius: ${tokens.radiusSmall};
  background: none;
  text-align: start;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  cursor: text;
  touch-action: manipulation;
  &[data-opens='true'] {
    cursor: pointer;
  }
  &:hover {
    background: ${tokens.surface3};
  }
  &[data-empty='true'] {
    color: ${tokens.text3};
  }
  & > span {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: var(--lines, 6);
  }
`;
/** A textarea also for one line: an input would drop the line breaks of a text that has some. */
const Lines = styled.textarea`
  ${fieldStyle}
  display: block;
  line-height: 1.5;
  resize: none;
  field-sizing: content;
  max-height: 320px;
  &[rows='3'] {
    min-height: 72px;
    resize: vertical;
  }
`;

/** As high as its text in every browser. */
function EditedLines({ value, ...rest }: ComponentProps<typeof Lines> & { value: string }) {
  const ref = useTextArea(value);
  return <Lines {...rest} ref={ref} value={value} />;
}

/** A second click within this time (ms) makes it a double click. */
const DOUBLE_CLICK_MS = 250;

export interface InlineEditProps extends InlineEditOptions {
  /** What the text is, for those who do not see where it stands: 'Title of scene 3'. */
  label: string;
  placeholder: string;
  maxLength: number;
  /** With it, a click opens something else; editing starts with a double click, F2 or Enter. */
  onOpen?: () => void;
}

export function InlineEdit({ label, placeholder, maxLength, onOpen, ...options }: InlineEditProps) {
  const limit = characters(maxLength);
  const { isEditing, start, restRef, field } = useInlineEdit({ ...options, fits: (text) => fitsLimit(text, limit) });
  const openTimer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(openTimer.current), []);

  function onClick(event: MouseEvent): void {
    event.stopPropagation();
    window.clearTimeout(openTimer.current);
    // A click by keyboard has no count.
    const edits = !onOpen || event.detail === 0 || event.detail > 1;
    if (edits) start();
    else openTimer.current = window.setTimeout(onOpen, DOUBLE_CLICK_MS);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'F2') return;
    event.preventDefault();
    start();
  }

  if (!isEditing) {
    const isEmpty = options.value.trim() === '';
    const rest = (
      <Rest
        type="button"
        ref={restRef}
        data-empty={isEmpty}
        data-opens={onOpen !== undefined}
        aria-description={label}
        title={onOpen ? 'Double click or F2 to edit here' : undefined}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        <span dir="auto">{isEmpty ? placeholder : options.value}</span>
      </Rest>
    );
    if (fitsLimit(options.value, limit)) return rest;
    // Left in the middle, or found by a later visit: not on the server, and the words do not show it.
    return (
      <>
        {rest}
        <LengthNote text={options.value} limit={limit} />
      </>
    );
  }
  const shared = {
    ...field,
    'aria-label': label,
    placeholder,
    'aria-invalid': !fitsLimit(field.value, limit) || undefined,
    autoFocus: true,
    onClick: (event: MouseEvent) => event.stopPropagation(),
    onFocus: ({ target }: FocusEvent<HTMLTextAreaElement>) =>
      target.setSelectionRange(target.value.length, target.value.length),
  };
  return (
    <>
      <EditedLines dir="auto" rows={options.lines === undefined ? 1 : 3} {...shared} />
      <LengthNote text={field.value} limit={limit} />
    </>
  );
}
