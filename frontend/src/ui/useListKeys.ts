import { useRef, type KeyboardEvent } from 'react';

/** Milliseconds after which typed letters begin a new word. */
const TYPEAHEAD_RESET = 1000;

interface ListKeysOptions {
  open: () => void;
  close: () => void;
}

/** The keyboard of a list of options: arrows, Home, End, typed letters, Enter and Space; Tab closes it. */
export function useListKeys({ open, close }: ListKeysOptions) {
  const listRef = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });

  const options = (): HTMLElement[] =>
    [...(listRef.current?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])].filter(
      (option) => option.getAttribute('aria-disabled') !== 'true',
    );
  const focusAt = (index: number) => {
    const all = options();
    all[Math.max(0, Math.min(index, all.length - 1))]?.focus();
  };
  const focused = () => options().findIndex((option) => option === document.activeElement);

  /** The next option that begins with what was typed; one letter again and again walks through its options. */
  function seek(letter: string): void {
    const now = Date.now();
    const before = now - typed.current.at < TYPEAHEAD_RESET ? typed.current.text : '';
    const text = before === letter ? letter : before + letter;
    typed.current = { text, at: now };
    const all = options();
    const start = focused() + (text.length === 1 ? 1 : 0);
    const found = [...all.slice(start), ...all.slice(0, start)].find((option) =>
      option.textContent?.toLowerCase().startsWith(text.toLowerCase()),
    );
    found?.focus();
  }

  function onListKeyDown(event: KeyboardEvent): void {
    const actions: Record<string, () => void> = {
      ArrowDown: () => focusAt(focused() + 1),
      ArrowUp: () => focusAt(focused() - 1),
      Home: () => focusAt(0),
      End: () => focusAt(Infinity),
      Enter: () => options()[focused()]?.click(),
      Tab: close,
    };
    if (event.key === ' ' && typed.current.text === '') actions[' '] = actions.Enter ?? close;
    const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    const act = actions[event.key] ?? (isLetter ? () => seek(event.key) : undefined);
    if (!act) return;
    event.preventDefault();
    act();
  }

  function onTriggerKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    open();
  }

  function focusChosen(event: Event): void {
    event.preventDefault();
    typed.current = { text: '', at: 0 };
    const all = options();
    (all.find((option) => option.getAttribute('aria-selected') === 'true') ?? all[0])?.focus();
  }

  return { listRef, onListKeyDown, onTriggerKeyDown, focusChosen };
}
