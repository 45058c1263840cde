import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { takeStep } from './api';

const TYPED = ['checkbox', 'radio', 'range', 'button', 'submit', 'file', 'color'];

/** True where the browser has an undo of its own. */
function isTypedIn(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !TYPED.includes(target.type);
  return target instanceof HTMLTextAreaElement || target.isContentEditable;
}

/** Undoes with Ctrl or Cmd and Z, and redoes with Shift too, except while somebody types in a field. */
export function useUndoKeys(projectId: string): void {
  const queryClient = useQueryClient();
  const isBusy = useRef(false);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (key.toLowerCase() !== 'z' || ctrlKey === metaKey || altKey || event.defaultPrevented) return;
      if (isTypedIn(event.target)) return;
      event.preventDefault();
      // A held key would undo far more than anybody can see.
      if (event.repeat || isBusy.current) return;
      isBusy.current = true;
      void takeStep(queryClient, projectId, shiftKey ? 'redo' : 'undo').finally(() => (isBusy.current = false));
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [queryClient, projectId]);
}
