import { nanoid } from 'nanoid';
import { ApiError, apiRequest } from './api-client';
import type { AnswerSchema, RequestOptions } from './api-client';

interface Unanswered {
  content: string;
  key: string;
  /** Milliseconds since 1970. */
  at: number;
}

const STORED = 'storyreel-unanswered';
/** Milliseconds after which a repeated request counts as a new one. */
const LIFE_MS = 10 * 60_000;
/** Statuses that leave the outcome open: signed out, timeout, already in progress, too early, too many requests. */
const UNDECIDED = new Set([401, 408, 409, 425, 429]);

/** True if the response definitely decides the outcome of the request. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && !UNDECIDED.has(error.status);

/**
 * Idempotency keys of requests without a response, which may or may not have been executed. When such a request is sent
 * again with the same content, even after a reload, it gets the same key, so that nothing is made and paid for twice.
 */
export class IdempotencyKeys {
  private unanswered: Map<string, Unanswered> | null = null;

  constructor(
    /** Storage that lives as long as the tab; null if the browser stores nothing. */
    private readonly storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Calls the server with the idempotency key of a request.
   * @param subject what the request concerns, such as 'add-zaps' or 'describe/<scene id>'; each subject has at most one
   * pending request
   * @param content the request's content, as JSON; different content gets a new key
   */
  async once<T>(subject: string, content: unknown, call: (idempotencyKey: string) => Promise<T>): Promise<T> {
    const key = this.keyFor(subject, digest(JSON.stringify(content) ?? ''));
    try {
      const answer = await call(key);
      this.settle(subject, key);
      return answer;
    } catch (error) {
      if (isFinal(error)) this.settle(subject, key);
      throw error;
    }
  }

  /** Drops all keys when the user changes. */
  forgetAll(): void {
    this.unanswered = new Map();
    this.storage()?.removeItem(STORED);
  }

  private keyFor(subject: string, content: string): string {
    const open = this.open();
    const known = open.get(subject);
    if (known?.content === content && this.now() - known.at < LIFE_MS) return known.key;
    const key = nanoid();
    open.set(subject, { content, key, at: this.now() });
    this.store();
    return key;
  }

  private settle(subject: string, key: string): void {
    if (this.open().get(subject)?.key !== key) return;
    this.open().delete(subject);
    this.store();
  }

  private open(): Map<string, Unanswered> {
    this.unanswered ??= new Map(parse(this.storage()?.getItem(STORED) ?? null));
    return this.unanswered;
  }

  private store(): void {
    this.storage()?.setItem(STORED, JSON.stringify([...this.open()]));
  }
}

function parse(text: string | null): [string, Unanswered][] {
  if (text === null) return [];
  try {
    return JSON.parse(text) as [string, Unanswered][];
  } catch {
    // The stored text does not have our format. Without the keys, a repeat counts as a new request, as in a new tab.
    return [];
  }
}

/**
 * Returns a text's length and a 53-bit hash (cyrb53's mixing), so that a story of a megabyte can be recognised without
 * keeping it.
 */
function digest(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 2_654_435_761);
    b = Math.imul(b ^ code, 1_597_334_677);
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
  return `${text.length}:${(2_097_151 & b) * 4_294_967_296 + (a >>> 0)}`;
}

function tabStorage(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    // Storage is switched off, so the keys are kept only as long as the page.
    return null;
  }
}

export const idempotencyKeys = new IdempotencyKeys(tabStorage);

/** Returns the idempotency header with this key. */
export const idempotencyHeader = (idempotencyKey: string) => ({ 'idempotency-key': idempotencyKey });

interface OnceOptions extends RequestOptions {
  /** Identifies the request in place of its body. */
  content?: unknown;
}

/** Posts with an idempotency key in the header. See `IdempotencyKeys.once` for the subject. */
export async function postOnce<T>(
  subject: string,
  path: string,
  body: unknown,
  options: OnceOptions & { schema: AnswerSchema<T> },
): Promise<T>;
export async function postOnce(subject: string, path: string, body?: unknown, options?: OnceOptions): Promise<void>;
export async function postOnce<T>(
  subject: string,
  path: string,
  body?: unknown,
  { content = body, ...options }: OnceOptions & { schema?: AnswerSchema<T> } = {},
): Promise<T | void> {
  return idempotencyKeys.once(subject, content, (key) =>
    apiRequest('POST', path, body, { ...options, headers: idempotencyHeader(key) }),
  );
}
