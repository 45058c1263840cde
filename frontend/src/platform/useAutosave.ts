import { useEffect, useSyncExternalStore } from 'react';
import type { Autosave, AutosaveState } from './autosave';
import { acquireAutosave, holdAutosave } from './autosave-registry';

export interface AutosaveField<T> extends AutosaveState<T> {
  setValue(value: T): void;
  retry(): Promise<boolean>;
  flush(): Promise<boolean>;
}

/**
 * The autosave of `key`, shared by all who show it; made when nobody has it yet.
 * @param stored what the server holds by the newest read
 */
export function useAutosave<T>(key: string, stored: T, create: () => Autosave<T>): AutosaveField<T> {
  const autosave = acquireAutosave(key, create);
  useEffect(() => holdAutosave(key, autosave), [key, autosave]);
  useEffect(() => autosave.acceptStored(stored), [autosave, stored]);
  const state = useSyncExternalStore(autosave.subscribe, autosave.getState);
  return { ...state, setValue: autosave.edit, retry: autosave.retry, flush: autosave.flush };
}
