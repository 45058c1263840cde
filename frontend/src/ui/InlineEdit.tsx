import styled from '@emotion/styled';
import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import type { ComponentProps, FocusEvent, KeyboardEvent, MouseEvent, Ref } from 'react';
import { isForInputMethod } from '../platform/input-method';
import { field as fieldStyle } from './Field';
import { characters, fitsLimit, LengthNote } from './LengthNote';
import { space, tokens } from './tokens';
import { useTextArea } from './useTextArea';

/** Gives control over an edit in progress. */
export interface InlineEditHandle {
  /** Ends the edit without saving. */
  abandon(): void;
}

interface InlineEditOptions {
  value: string;
  /** Called with the trimmed text if it differs from the value. */
  onSave: (text: string) => void;
  /**
   * Multi-line mode. Escape and blur always save. 'enter-saves': Enter saves, and Shift+Enter makes a new line.
   * 'enter-makes-line': Enter makes a new line.
   */
  lines?: 'enter-saves' | 'enter-makes-line';
  /**
   * Called with the text while it is being typed, so that it can be kept beyond the page; called with null when the
   * edit ends.
   */
  onDraft?: (text: string | null) => void;
  /** Called when an edit ends, whether it was saved or not. */
  onDone?: () => void;
  handle?: Ref<InlineEditHandle>;
}

/**
 * State of a text that becomes a field while it is edited. Escape, blur, unmounting and leaving the page all save the
 * text; only `abandon` drops it.
 */
function useInlineEdit({
  value,
  onSave,
  lines,
  onDone,
  onDraft,
  handle,
  fits,
}: InlineEditOptions & { fits: (text: string) => boolean }) {
  const [draft, setDraft] = useState<string | null>(null);
  const restRef = useRef<HTMLButtonElement>(null);

  const save = useEffectEvent(() => {
    const trimmed = draft?.trim();
    if (trimmed !== undefined && trimmed !== value) onSave(trimmed);
  });
  useEffect(() => {
    const saveNow = () => save();
    window.addEventListener('pagehide', saveNow);
    return () => {
      window.removeEventListener('pagehide', saveNow);
      saveNow();
    };
  }, []);

  function end(): void {
    setDraft(null);
    onDraft?.(null);
  }

  function finish(focusBack: boolean): void {
    if (draft === null) return;
    const trimmed = draft.trim();
    // A text over the limit keeps the field open with an error.
    if (!fits(trimmed)) return;
    // Saved before the edit ends, so that the text exists in at least one place at every moment.
    if (trimmed !== value) onSave(trimmed);
    end();
    onDone?.();
    // Unless the user has gone on to another field in the meantime: taking its focus would end that edit.
    if (focusBack) requestAnimationFrame(() => document.activeElement === document.body && restRef.current?.focus());
  }

  useImperativeHandle(handle, () => ({
    abandon() {
      if (draft === null) return;
      end();
      onDone?.();
      requestAnimationFrame(() => restRef.current?.focus());
    },
  }));

  function onKeyDown(event: KeyboardEvent): void {
    // Enter that chooses a candidate of an input method does not end the edit.
    if (isForInputMethod(event)) return;
    const makesLine = lines === 'enter-makes-line' || (lines === 'enter-saves' && event.shiftKey);
    if (event.key !== 'Escape' && (event.key !== 'Enter' || makesLine)) return;
    event.preventDefault();
    event.stopPropagation();
    finish(true);
  }

  return {
    isEditing: draft !== null,
    start: () => setDraft(value),
    restRef,
    field: {
      value: draft ?? '',
      onChange: (event: { target: { value: string } }) => {
        setDraft(event.target.value);
        onDraft?.(event.target.value);
      },
      onBlur: () => finish(false),
      onKeyDown,
    },
  };
}

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
/** A textarea even for a single line, because an input would remove existing line breaks from the text. */
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

/** A textarea that is as high as its text in every browser. */
function EditedLines({ value, ...rest }: ComponentProps<typeof Lines> & { value: string }) {
  const ref = useTextArea(value);
  return <Lines {...rest} ref={ref} value={value} />;
}

/** Maximum milliseconds between the clicks of a double click. */
const DOUBLE_CLICK_MS = 250;

export interface InlineEditProps extends InlineEditOptions {
  /** Accessible description of the text, such as 'Title of scene 3'. */
  label: string;
  placeholder: string;
  maxLength: number;
  /** Called on a single click; editing then starts by a double click, F2 or Enter. */
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
    // The click count is 0 when a key caused the click.
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
    // A text over the limit, from an interrupted edit or an earlier visit, is not on the server, so the note is shown
    // while nobody edits it.
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
