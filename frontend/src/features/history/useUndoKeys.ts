import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isTextField } from '../../platform/input-method';
import { takeStep } from './api';

/** Undoes on Ctrl+Z or Cmd+Z and redoes when Shift is held too, except while the user types in a field. */
export function useUndoKeys(projectId: string): void {
  const queryClient = useQueryClient();
  const isBusy = useRef(false);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (key.toLowerCase() !== 'z' || ctrlKey === metaKey || altKey || event.defaultPrevented) return;
      // Text fields have the browser's own undo.
      if (isTextField(event.target)) return;
      event.preventDefault();
      // A held key would undo far more than a user can follow.
      if (event.repeat || isBusy.current) return;
      isBusy.current = true;
      void takeStep(queryClient, projectId, shiftKey ? 'redo' : 'undo').finally(() => (isBusy.current = false));
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [queryClient, projectId]);
}
