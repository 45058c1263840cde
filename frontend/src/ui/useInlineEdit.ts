import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';

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
}

/**
 * A text that turns into a field and back. Nothing typed is thrown away: Escape, blur, an unmount in the middle and a
 * page that goes away all save.
 */
export function useInlineEdit({
  value,
  onSave,
  lines,
  onDone,
  onDraft,
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

  function finish(focusBack: boolean): void {
    if (draft === null) return;
    const trimmed = draft.trim();
    // What is too long stays in its field, which says so.
    if (!fits(trimmed)) return;
    setDraft(null);
    onDraft?.(null);
    if (trimmed !== value) onSave(trimmed);
    onDone?.();
    if (focusBack) requestAnimationFrame(() => restRef.current?.focus());
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Enter that picks a candidate of an input method is part of the word.
    if (event.nativeEvent.isComposing) return;
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
