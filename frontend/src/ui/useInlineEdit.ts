import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { isForInputMethod } from '../platform/input-method';

/** An edit that is under way. */
export interface InlineEditHandle {
  /** Ends it without saving. */
  abandon(): void;
}

export interface InlineEditOptions {
  value: string;
  /** Gets the trimmed text, and only when it differs from the value. */
  onSave: (text: string) => void;
  /** Escape and leaving the field always save. By default Enter does too; where it saves lines, Shift+Enter makes one. */
  lines?: 'enter-saves' | 'enter-makes-line';
  /** What is being typed, for keeping it beyond the page; null at the end of the edit. */
  onDraft?: (text: string | null) => void;
  /** After every end of an edit, saved or not. */
  onDone?: () => void;
  handle?: Ref<InlineEditHandle>;
}

/**
 * A text that turns into a field and back. Nothing typed is thrown away: Escape, blur, an unmount in the middle and a
 * page that goes away all save; only somebody who abandons it does not.
 */
export function useInlineEdit({
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

  const focusRest = () => requestAnimationFrame(() => restRef.current?.focus());

  function finish(focusBack: boolean): void {
    if (draft === null) return;
    const trimmed = draft.trim();
    // What is too long stays in its field, which says so.
    if (!fits(trimmed)) return;
    // Saved before it ends, so that the words are kept at any moment.
    if (trimmed !== value) onSave(trimmed);
    end();
    onDone?.();
    if (focusBack) focusRest();
  }

  useImperativeHandle(handle, () => ({
    abandon() {
      if (draft === null) return;
      end();
      onDone?.();
      focusRest();
    },
  }));

  function onKeyDown(event: KeyboardEvent): void {
    // Enter that picks a candidate of an input method is part of the word.
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
