import styled from '@emotion/styled';
import { useEffect, useRef, type FocusEvent, type KeyboardEvent, type MouseEvent } from 'react';
import { field as fieldStyle } from './Input';
import { space, tokens } from './tokens';
import { useInlineEdit, type InlineEditOptions } from './useInlineEdit';

const Rest = styled.button`
  display: block;
  width: 100%;
  min-height: 32px;
  padding: ${space(1)} ${space(1.5)};
  margin: 0 -${space(1.5)};
  border: 0;
  border-radius: ${tokens.radiusSmall};
  background: none;
  text-align: left;
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
const Line = styled.input(fieldStyle);
const Lines = styled.textarea`
  ${fieldStyle}
  line-height: 1.5;
  resize: vertical;
  field-sizing: content;
  min-height: 72px;
  max-height: 320px;
`;

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
  const { isEditing, start, restRef, field } = useInlineEdit(options);
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
    return (
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
        <span>{isEmpty ? placeholder : options.value}</span>
      </Rest>
    );
  }
  const shared = {
    ...field,
    'aria-label': label,
    placeholder,
    maxLength,
    autoFocus: true,
    onClick: (event: MouseEvent) => event.stopPropagation(),
    onFocus: ({ target }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      target.setSelectionRange(target.value.length, target.value.length),
  };
  return (options.lines ?? 'single') === 'single' ? <Line {...shared} /> : <Lines rows={3} {...shared} />;
}
