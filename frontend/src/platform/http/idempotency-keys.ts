import { nanoid } from 'nanoid';
import { ApiError } from './api-client';

interface Unanswered {
  content: string;
  key: string;
  /** Milliseconds since 1970. */
  at: number;
}

const STORED = 'storyreel-unanswered';
/** Asked again later than this, it is meant as another one. */
const LIFE_MS = 10 * 60_000;
/** The server has not decided: signed out, too slow, already at it, too many requests. */
const UNDECIDED = new Set([401, 408, 409, 425, 429]);

/** Whether the answer says for certain what became of the request. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && !UNDECIDED.has(error.status);

/**
 * What the user wants done once. A request that got no answer may have been carried out: made again with the same
 * content, also after a reload, it takes the same key, so that nothing is made and paid for twice.
 */
export class IdempotencyKeys {
  private unanswered: Map<string, Unanswered> | null = null;

  constructor(
    /** Outlives the page, not the tab; null where the browser stores nothing. */
    private readonly storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * @param subject what it is about, 'add-zaps' or 'describe/<scene id>': one intention each at a time
   * @param content what is asked for, as JSON; a different one is another intention
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

  /** Another user's intentions are another's. */
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
    // Written by somebody else; without it a repeat is a new request, as it would be in a new tab.
    return [];
  }
}

/** 53 bits of a text (cyrb53's mixing), beside its length: a story of a megabyte need not be kept to be recognised. */
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
    // Storage is switched off: the key then lives as long as the page.
    return null;
  }
}

export const idempotencyKeys = new IdempotencyKeys(tabStorage);

/** The header that carries the key of an intention. */
export const idempotencyHeader = (idempotencyKey: string) => ({ 'idempotency-key': idempotencyKey });
