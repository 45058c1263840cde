import { createStore, del, entries, set, type UseStore } from 'idb-keyval';
import { nanoid } from 'nanoid';
import type { Draft, ReplacedBy } from './autosave';

/** A text that its field no longer shows and that nobody threw away. */
export interface ReplacedText {
  id: string;
  value: string;
  by: ReplacedBy;
  /** Milliseconds since 1970. */
  at: number;
}

export interface KeptDraft extends Draft<unknown> {
  kind: 'draft';
  field: string;
  page: string;
  at: number;
}
export interface KeptReplaced extends ReplacedText {
  kind: 'replaced';
  field: string;
}
export type Kept = KeptDraft | KeptReplaced;

/** Where texts outlive the page; each user's are apart from the others'. */
export interface TextStorage {
  read(userId: string): Promise<[id: string, kept: Kept][]>;
  write(userId: string, id: string, kept: Kept): Promise<void>;
  remove(userId: string, id: string): Promise<void>;
  /** Which of the pages are open; null where the browser cannot tell. */
  openPages(among: readonly string[]): Promise<ReadonlySet<string> | null>;
}

/** This page, from its load to its end. */
export const PAGE = nanoid();
const PAGE_LOCK = 'storyreel-page-';
/** How long a browser may take, on a busy machine too, to notice that a page was killed. */
const NOTICED_WITHIN_MS = 2_000;

/** A browser without a database: texts live as long as their page. */
const NO_STORAGE: TextStorage = {
  read: () => Promise.resolve([]),
  write: () => Promise.resolve(),
  remove: () => Promise.resolve(),
  openPages: () => Promise.resolve(null),
};

export function browserStorage(): TextStorage {
  if (typeof indexedDB === 'undefined') return NO_STORAGE;
  let store: UseStore | null = null;
  const texts = (): UseStore => (store ??= createStore('storyreel-texts', 'texts'));
  const prefix = (userId: string) => `${userId}/`;
  return {
    async read(userId) {
      const all = await entries<string, Kept>(texts());
      const own = prefix(userId);
      return all.filter(([id]) => id.startsWith(own)).map(([id, kept]) => [id.slice(own.length), kept]);
    },
    write: (userId, id, kept) => set(prefix(userId) + id, kept, texts()),
    remove: (userId, id) => del(prefix(userId) + id, texts()),
    async openPages(among) {
      if (!('locks' in navigator)) return null;
      const open = await Promise.all(among.map(isOpen));
      return new Set(among.filter((_, index) => open[index]));
    },
  };
}

/** A page that has just been killed holds its lock for a moment more, so this waits a little. */
async function isOpen(page: string): Promise<boolean> {
  const signal = AbortSignal.timeout(NOTICED_WITHIN_MS);
  try {
    // Shared: several pages may ask at once.
    return await navigator.locks.request(PAGE_LOCK + page, { mode: 'shared', signal }, () => false);
  } catch (error) {
    if (signal.aborted) return true;
    throw error;
  }
}

// Held until the page is gone, however it goes: other pages then see that nobody writes its drafts any more.
if (typeof navigator !== 'undefined' && 'locks' in navigator) {
  void navigator.locks.request(PAGE_LOCK + PAGE, () => new Promise(() => undefined)).catch(() => undefined);
}
