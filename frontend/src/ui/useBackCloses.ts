import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** The dialogs that are open, the topmost last. */
const open: symbol[] = [];

/** While it is open, the browser's Back closes a dialog and leaves the page where it is. Of several it is the topmost. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  // A dialog can be drawn where nothing has an address.
  const router: { history: RouterHistory } | undefined = useRouter({ warn: false });
  const newest = useRef(close);
  useEffect(() => {
    newest.current = close;
  });
  useEffect(() => {
    if (!isOpen || !router) return;
    const self = Symbol('dialog');
    open.push(self);
    const unblock = router.history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action }) => {
        if (action !== 'BACK' || open.at(-1) !== self) return false;
        newest.current();
        return true;
      },
    });
    return () => {
      open.splice(open.indexOf(self), 1);
      unblock();
    };
  }, [isOpen, router]);
}
