import { useEffect } from 'react';
import type { Autosave, AutosaveHooks, AutosaveState } from './autosave';
import { acquireAutosave, holdAutosave } from './autosave-registry';
import { useExternalStore } from './useOutside';

export interface AutosaveField<T> extends AutosaveState<T> {
  /** Names the field in this browser, 'scene/<id>/title'. */
  name: string;
  setValue(value: T): void;
  keep(typed: { value: T } | null): void;
  retry(): Promise<boolean>;
  flush(): Promise<boolean>;
  discard(): void;
}

/**
 * The autosave of `key`, shared by all who show it; made when nobody has it yet.
 * @param stored what the server holds by the newest read
 */
export function useAutosave<T>(
  key: string,
  stored: T,
  create: (hooks: AutosaveHooks<T>) => Autosave<T>,
): AutosaveField<T> {
  const autosave = acquireAutosave(key, create);
  useEffect(() => holdAutosave(key, autosave), [key, autosave]);
  useEffect(() => autosave.acceptStored(stored), [autosave, stored]);
  const state = useExternalStore(autosave.subscribe, autosave.getState);
  const { edit, keep, retry, flush, discard } = autosave;
  return { ...state, name: key, setValue: edit, keep, retry, flush, discard };
}
