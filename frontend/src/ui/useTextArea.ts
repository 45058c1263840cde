import { useLayoutEffect, useRef, type RefObject } from 'react';

type TextField = HTMLTextAreaElement | HTMLInputElement;

/** Maps an offset in the old text to the new text; text before and after the changed part keeps its position. */
export function moveOffset(before: string, after: string, offset: number): number {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  if (offset <= head) return offset;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  return offset >= before.length - tail ? offset + after.length - before.length : after.length - tail;
}

/** Keeps the caret between the same words when the value changes from elsewhere while the field has the focus. */
export function useStableCaret(ref: RefObject<TextField | null>, value: string): void {
  const seen = useRef({ value, start: 0, end: 0 });
  useLayoutEffect(() => {
    const field = ref.current;
    if (!field) return;
    const look = (): void => {
      if (field.ownerDocument.activeElement !== field) return;
      seen.current = { value: field.value, start: field.selectionStart ?? 0, end: field.selectionEnd ?? 0 };
    };
    field.addEventListener('input', look);
    field.addEventListener('focus', look);
    field.ownerDocument.addEventListener('selectionchange', look);
    return () => {
      field.removeEventListener('input', look);
      field.removeEventListener('focus', look);
      field.ownerDocument.removeEventListener('selectionchange', look);
    };
  }, [ref]);
  useLayoutEffect(() => {
    const field = ref.current;
    const before = seen.current;
    if (before.value === value) return;
    seen.current = { ...before, value };
    if (!field || field.ownerDocument.activeElement !== field) return;
    const start = moveOffset(before.value, value, before.start);
    const end = moveOffset(before.value, value, before.end);
    seen.current = { value, start, end };
    field.setSelectionRange(start, end);
  }, [ref, value]);
}

let isKnownToGrow: boolean | undefined;

/**
 * Returns true if `field-sizing` works. It is tested on an element, because some browsers accept the property without
 * any effect.
 */
function growsByItself(): boolean {
  if (isKnownToGrow !== undefined) return isKnownToGrow;
  isKnownToGrow = false;
  if (typeof CSS !== 'undefined' && CSS.supports?.('field-sizing', 'content')) {
    const probe = document.createElement('textarea');
    probe.style.cssText = 'field-sizing: content; position: absolute; visibility: hidden; min-height: 0; height: auto';
    probe.rows = 1;
    probe.value = '\n'.repeat(9);
    document.body.append(probe);
    isKnownToGrow = probe.scrollHeight <= probe.clientHeight + 1;
    probe.remove();
  }
  return isKnownToGrow;
}

/** Keeps the field as high as its text, including when its width changes. */
function useGrowing(ref: RefObject<HTMLTextAreaElement | null>, value: string): void {
  useLayoutEffect(() => {
    const field = ref.current;
    if (!field || growsByItself()) return;
    let width = -1;
    const grow = (): void => {
      width = field.clientWidth;
      const scrolledTo = window.scrollY;
      field.style.height = 'auto';
      field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
      if (window.scrollY !== scrolledTo) window.scrollTo(0, scrolledTo);
    };
    grow();
    const observer = new ResizeObserver(() => field.clientWidth !== width && grow());
    observer.observe(field);
    return () => observer.disconnect();
  }, [ref, value]);
}

/** Makes a controlled textarea with `field-sizing: content` grow in every browser, and keeps its caret in place. */
export function useTextArea(value: string): RefObject<HTMLTextAreaElement | null> {
  const ref = useRef<HTMLTextAreaElement>(null);
  useGrowing(ref, value);
  useStableCaret(ref, value);
  return ref;
}
