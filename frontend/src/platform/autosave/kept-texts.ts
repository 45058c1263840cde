import { createStore, del, entries, set } from 'idb-keyval';
import type { UseStore } from 'idb-keyval';
import { nanoid } from 'nanoid';
import { logError } from '../log';
import { createChanges, useExternalStore } from '../store';
import type { Draft, ReplacedBy } from './autosave';

/** A text that was replaced and that the user has not discarded. */
export interface ReplacedText {
  id: string;
  value: string;
  by: ReplacedBy;
  /** Milliseconds since 1970. */
  at: number;
}

interface KeptDraft extends Draft<unknown> {
  kind: 'draft';
  field: string;
  page: string;
  at: number;
}
interface KeptReplaced extends ReplacedText {
  kind: 'replaced';
  field: string;
}
export type Kept = KeptDraft | KeptReplaced;

/** Storage that outlives the page, separate for each user. */
export interface TextStorage {
  read(userId: string): Promise<[id: string, kept: Kept][]>;
  write(userId: string, id: string, kept: Kept): Promise<void>;
  remove(userId: string, id: string): Promise<void>;
  /** Returns which of these pages are still open; null if the browser cannot tell. */
  openPages(among: readonly string[]): Promise<ReadonlySet<string> | null>;
}

/** Id of this page load. */
const PAGE = nanoid();
const PAGE_LOCK = 'storyreel-page-';
/** Milliseconds that a browser may need to notice that a page was killed, even on a busy machine. */
const NOTICED_WITHIN_MS = 2_000;

/** Without a database, texts are kept only as long as their page. */
const NO_STORAGE: TextStorage = {
  read: () => Promise.resolve([]),
  write: () => Promise.resolve(),
  remove: () => Promise.resolve(),
  openPages: () => Promise.resolve(null),
};

function browserStorage(): TextStorage {
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

/** Returns true if a page is open. Waits a little, because a page that has just been killed still holds its lock. */
async function isOpen(page: string): Promise<boolean> {
  const signal = AbortSignal.timeout(NOTICED_WITHIN_MS);
  try {
    // A shared lock, because several pages may check at once.
    return await navigator.locks.request(PAGE_LOCK + page, { mode: 'shared', signal }, () => false);
  } catch (error) {
    if (signal.aborted) return true;
    throw error;
  }
}

// The lock is held until the page ends for whatever reason; other pages can then take over its drafts.
if (typeof navigator !== 'undefined' && 'locks' in navigator) {
  void navigator.locks.request(PAGE_LOCK + PAGE, () => new Promise(() => undefined)).catch(() => undefined);
}

const DAY_MS = 24 * 60 * 60_000;
const KEPT_FOR_MS = 30 * DAY_MS;
/** Limit for the replaced texts of all fields, in UTF-16 code units; the oldest are dropped. */
const MAX_REPLACED_LENGTH = 8 * 1024 * 1024;
/** Without Web Locks, a page that has written nothing for this long counts as closed. */
const SILENT_MS = 10_000;

/**
 * Keeps a user's texts that the server does not hold: drafts, which are written while the user types so that a reload,
 * a crash or a sign-in loses nothing, and texts that a save from elsewhere has replaced.
 */
export class KeptTexts {
  private userId: string | null = null;
  /** Drafts of closed pages, by field. */
  private readonly left = new Map<string, { id: string; draft: KeptDraft }>();
  private replaced: readonly KeptReplaced[] = [];
  private readonly byField = new Map<string, readonly ReplacedText[]>();
  private readonly changes = createChanges();
  /** Writes in progress, one per draft; the newest draft waits and replaces any other waiting one. */
  private readonly writing = new Map<string, Promise<void>>();
  private readonly waiting = new Map<string, { userId: string; draft: KeptDraft | null }>();
  private opening = 0;

  constructor(
    private readonly storage: TextStorage,
    private readonly now: () => number = Date.now,
    private readonly page: string = PAGE,
  ) {}

  /** Opens this user's texts. Resolves to the fields for which a closed page has left a draft. */
  async open(userId: string): Promise<string[]> {
    this.close();
    this.userId = userId;
    const opening = ++this.opening;
    try {
      const kept = await this.storage.read(userId);
      const pages = kept.flatMap(([, text]) => (text.kind === 'draft' ? [text.page] : []));
      const open = await this.storage.openPages([...new Set(pages)].filter((page) => page !== this.page));
      if (this.opening !== opening) return [];
      for (const [id, text] of kept) this.take(id, text, open);
    } catch (error) {
      // The browser stores nothing, as in some private windows; the page itself still keeps every edit.
      logError('Texts that were kept in this browser could not be read', error);
    }
    this.changed();
    return [...this.left.keys()];
  }

  /** Closes the user's texts, which stay in the browser. */
  close(): void {
    this.opening += 1;
    this.userId = null;
    this.left.clear();
    this.replaced = [];
    this.changed();
  }

  /** Takes the draft that a closed page left for the field; a second call returns null. */
  takeDraft(field: string): Draft<unknown> | null {
    const found = this.left.get(field);
    if (!found) return null;
    this.left.delete(field);
    // The stored draft is removed only now that this page holds the text; the next edit stores it again.
    this.remove(this.userId, found.id);
    return found.draft;
  }

  /** Offers the draft that a closed page left for the field, instead of restoring it into the field. */
  offerDraft(field: string): void {
    const found = this.left.get(field);
    if (!found) return;
    this.left.delete(field);
    this.offerInstead(found);
  }

  keepDraft(field: string, draft: Draft<unknown> | null): void {
    const { userId, page } = this;
    if (userId === null) return;
    const id = `draft/${page}/${field}`;
    const kept: KeptDraft | null = draft && { ...draft, kind: 'draft', field, page, at: this.now() };
    this.waiting.set(id, { userId, draft: kept });
    if (!this.writing.has(id)) this.writing.set(id, this.writeDraft(id));
  }

  keepReplaced(field: string, value: unknown, by: ReplacedBy, at = this.now()): void {
    if (typeof value !== 'string' || value.trim() === '') return;
    if (this.replacedIn(field).some((known) => known.value === value)) return;
    const kept: KeptReplaced = { kind: 'replaced', field, id: nanoid(), value, by, at };
    this.replaced = [kept, ...this.replaced].sort((a, b) => b.at - a.at);
    this.dropOldest();
    this.changed();
    this.put(this.userId, `replaced/${kept.id}`, kept);
  }

  /** Returns the field's replaced texts, newest first; the same array until the texts change. */
  replacedIn(field: string): readonly ReplacedText[] {
    const known = this.byField.get(field);
    if (known) return known;
    const found = this.replaced.filter((text) => text.field === field);
    this.byField.set(field, found);
    return found;
  }

  forgetReplaced(id: string): void {
    this.replaced = this.replaced.filter((text) => text.id !== id);
    this.changed();
    this.remove(this.userId, `replaced/${id}`);
  }

  /** Deletes every text of a user from this browser. */
  async forgetAll(userId: string): Promise<void> {
    this.close();
    this.waiting.clear();
    await this.stored();
    try {
      for (const [id] of await this.storage.read(userId)) await this.storage.remove(userId, id);
    } catch (error) {
      logError('Texts could not be deleted in this browser', error);
    }
  }

  subscribe = this.changes.subscribe;

  /** Resolves when all writes begun so far are done. */
  async stored(): Promise<void> {
    while (this.writing.size > 0) await Promise.all(this.writing.values());
  }

  private take(id: string, kept: Kept, open: ReadonlySet<string> | null): void {
    if (kept.at < this.now() - KEPT_FOR_MS) return this.remove(this.userId, id);
    if (kept.kind === 'replaced') {
      this.replaced = [...this.replaced, kept].sort((a, b) => b.at - a.at);
      return;
    }
    const isOpen = open ? open.has(kept.page) : kept.at > this.now() - SILENT_MS;
    if (kept.page === this.page || isOpen) return;
    const other = this.left.get(kept.field);
    if (!other || other.draft.at < kept.at) this.left.set(kept.field, { id, draft: kept });
    // When two closed pages left a draft for one field, the newer one is restored and the older one offered.
    const older = other && (other.draft.at < kept.at ? other : { id, draft: kept });
    if (older) this.offerInstead(older);
  }

  /** Keeps the draft as a replaced text before removing it, so that it is never lost in between. */
  private offerInstead({ id, draft }: { id: string; draft: KeptDraft }): void {
    this.keepReplaced(draft.field, draft.value, 'newer save', draft.at);
    this.remove(this.userId, id);
  }

  private dropOldest(): void {
    let length = 0;
    for (const { id, value } of this.replaced) {
      length += value.length;
      if (length > MAX_REPLACED_LENGTH) this.forgetReplaced(id);
    }
  }

  private async writeDraft(id: string): Promise<void> {
    for (let next = this.waiting.get(id); next; next = this.waiting.get(id)) {
      this.waiting.delete(id);
      await this.store(next.userId, id, next.draft);
    }
    this.writing.delete(id);
  }

  private put(userId: string | null, id: string, kept: Kept | null): void {
    if (userId === null) return;
    const before = this.writing.get(id);
    const written = (before ?? Promise.resolve()).then(() => this.store(userId, id, kept));
    this.writing.set(id, written);
    void written.then(() => this.writing.get(id) === written && this.writing.delete(id));
  }

  private remove(userId: string | null, id: string): void {
    this.put(userId, id, null);
  }

  private async store(userId: string, id: string, kept: Kept | null): Promise<void> {
    try {
      await (kept ? this.storage.write(userId, id, kept) : this.storage.remove(userId, id));
    } catch (error) {
      logError('A text could not be kept in this browser', error);
    }
  }

  private changed(): void {
    this.byField.clear();
    this.changes.announce();
  }
}

export const keptTexts = new KeptTexts(browserStorage());

/** Returns a field's replaced texts, newest first. */
export const useReplacedTexts = (field: string): readonly ReplacedText[] =>
  useExternalStore(keptTexts.subscribe, () => keptTexts.replacedIn(field));
