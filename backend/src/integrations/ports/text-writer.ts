import { setTimeout as delay } from 'node:timers/promises';
import type { ChatPiece } from './text-provider';

/** Milliseconds between batches, and, while the provider is silent, between checks that the text is still wanted. */
const BATCH_MS = 300;
const LOOK_MS = 1_000;
/** Bytes of UTF-8 at which a batch is stored early, for fast providers. */
const BATCH_BYTES = 4_000;

/** The text is no longer wanted, or another worker is writing it. */
export class TextUnwanted extends Error {}

export interface TextLog {
  /**
   * Appends to the stored text.
   * @returns false when the text is no longer wanted
   */
  grow(offset: number, text: string): Promise<boolean>;
  isWanted(): Promise<boolean>;
}

export interface TextEnd {
  /** Number of tokens as counted by the provider; 0 if it did not count. */
  outputTokens: number;
  usd: number;
  isCutOff: boolean;
}

export interface WrittenText {
  /** The part that is not stored yet, with its offset. */
  rest: { offset: number; text: string };
  end: TextEnd;
}

/**
 * Reads a provider's streamed text to its end and stores it in batches: at most one in 300 ms unless a batch is full.
 * @throws TextUnwanted, or an error of the provider or the store; text received before the error is stored
 */
export async function writeText(
  pieces: (signal: AbortSignal) => AsyncIterable<ChatPiece>,
  log: TextLog,
  signal: AbortSignal,
): Promise<WrittenText> {
  const batches = new Batches(log);
  const ended = new AbortController();
  const lost = new AbortController();
  const storing = batches.storeUntil(ended.signal).catch((error: unknown) => lost.abort(error));
  try {
    const end = await read(pieces(AbortSignal.any([signal, lost.signal])), batches, lost.signal);
    ended.abort();
    await storing;
    lost.signal.throwIfAborted();
    return { rest: batches.rest(), end };
  } catch (error) {
    ended.abort();
    await storing;
    lost.signal.throwIfAborted();
    if (!signal.aborted) await batches.store();
    throw error;
  }
}

async function read(pieces: AsyncIterable<ChatPiece>, batches: Batches, lost: AbortSignal): Promise<TextEnd> {
  for await (const piece of pieces) {
    lost.throwIfAborted();
    if (piece.type === 'end') {
      const { usage, isCutOff } = piece;
      return { outputTokens: usage.outputTokens, usd: usage.usd, isCutOff };
    }
    await batches.add(piece.text);
  }
  throw new Error('A text came without an end.');
}

/** Buffers text that is not stored yet. Calls to the store are serial. */
class Batches {
  private waiting = '';
  private stored = 0;
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly log: TextLog) {}

  /** Waits while a full batch is stored: backpressure for a fast provider. */
  async add(text: string): Promise<void> {
    this.waiting += text;
    if (Buffer.byteLength(this.waiting) >= BATCH_BYTES) await this.store();
  }

  rest(): { offset: number; text: string } {
    return { offset: this.stored, text: this.waiting };
  }

  store(): Promise<void> {
    this.last = this.last.then(async () => {
      const { offset, text } = this.rest();
      if (text === '') return;
      if (!(await this.log.grow(offset, text))) throw new TextUnwanted();
      this.stored += text.length;
      this.waiting = this.waiting.slice(text.length);
    });
    return this.last;
  }

  /** Stores batches, and checks that the text is still wanted even while no text arrives. */
  async storeUntil(ended: AbortSignal): Promise<void> {
    for (let silentMs = 0; ; silentMs += BATCH_MS) {
      // The delay is aborted when the text ends.
      await delay(BATCH_MS, undefined, { signal: ended }).catch(() => undefined);
      if (ended.aborted) return;
      if (this.waiting !== '') {
        await this.store();
        silentMs = 0;
      } else if (silentMs >= LOOK_MS) {
        if (!(await this.log.isWanted())) throw new TextUnwanted();
        silentMs = 0;
      }
    }
  }
}
