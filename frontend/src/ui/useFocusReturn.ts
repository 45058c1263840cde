import { useLayoutEffect, useRef } from 'react';

/** For a dialog that no trigger element opens: hands the focus back to what had it before. */
export function useFocusReturn(open: boolean): (event: Event) => void {
  const opener = useRef<Element | null>(null);
  // Before the dialog takes the focus, which it does after layout.
  useLayoutEffect(() => {
    if (open) opener.current = document.activeElement;
  }, [open]);
  return (event) => {
    if (!(opener.current instanceof HTMLElement) || !opener.current.isConnected) return;
    event.preventDefault();
    opener.current.focus();
  };
}
