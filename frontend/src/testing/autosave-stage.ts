import { createAutosave, type Draft } from '../platform/autosave/autosave';
import type { AutosaveOptions } from '../platform/autosave/autosave-types';
import { manualTimers } from './manual-timers';

interface Sent {
  value: string;
  signal: AbortSignal;
  /** @param held the server's value if it differs from the sent one */
  answer(held?: string): void;
  refuse(error?: Error): void;
}

export function autosaveStage(debounceMs = 1500, overrides: Partial<AutosaveOptions<string>> = {}) {
  const timers = manualTimers(1_000_000);
  const sent: Sent[] = [];
  const shown: string[] = [];
  const replaced: string[] = [];
  const drafts: (string | null)[] = [];
  let kept: Draft<string> | null = null;
  const errors: unknown[] = [];
  const saved: string[] = [];
  const autosave = createAutosave<string>({
    stored: 'old',
    debounceMs,
    timers,
    save: (value, signal) =>
      new Promise<string>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')));
        const answer = (held = value) => resolve(held);
        sent.push({ value, signal, answer, refuse: (error = new Error('500: down')) => reject(error) });
      }),
    onOptimistic: (value) => shown.push(value),
    onReplaced: (value, by) => replaced.push(`${value} by ${by}`),
    onDraft: (draft) => {
      kept = draft;
      drafts.push(draft && `${draft.value} on ${draft.base}`);
    },
    onSaved: (value) => saved.push(value),
    onError: (error) => errors.push(error),
    ...overrides,
  });
  const last = (): Sent => sent[sent.length - 1] as Sent;
  return {
    timers,
    sent,
    shown,
    replaced,
    drafts,
    /** Returns the newest draft; null after it was dropped. */
    kept: () => kept,
    errors,
    saved,
    autosave,
    last,
    values: () => sent.map((s) => s.value),
  };
}

export async function failForGood({ timers, last }: ReturnType<typeof autosaveStage>): Promise<void> {
  last().refuse();
  await timers.advance(1000);
  last().refuse();
  await timers.advance(2000);
  last().refuse();
  await timers.advance(0);
}
