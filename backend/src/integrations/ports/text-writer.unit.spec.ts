import type { ChatPiece } from './text-provider';
import { type TextLog, TextUnwanted, writeText } from './text-writer';

const end: ChatPiece = { type: 'end', usage: { inputTokens: 1, outputTokens: 2, usd: 0.5 }, isCutOff: false };
const text = (words: string): ChatPiece => ({ type: 'text', text: words });
const forever = new AbortController().signal;

/** An in-memory log that no longer wants the reply after a number of batches. */
class Kept implements TextLog {
  readonly batches: string[] = [];
  wanted = true;

  constructor(private readonly most = Infinity) {}

  grow(offset: number, words: string): Promise<boolean> {
    expect(offset).toBe(this.batches.join('').length);
    this.batches.push(words);
    return Promise.resolve(this.batches.length <= this.most);
  }
  isWanted(): Promise<boolean> {
    return Promise.resolve(this.wanted);
  }
}

async function* all(pieces: ChatPiece[]): AsyncGenerator<ChatPiece> {
  yield* pieces;
}
/** A provider that stays silent until it is aborted. */
async function* silent(signal: AbortSignal, ...first: ChatPiece[]): AsyncGenerator<ChatPiece> {
  yield* first;
  await new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('hung up')));
  });
}

describe('a reply that is written', () => {
  it('is not stored token by token: a short one is stored once at its end', async () => {
    const log = new Kept();
    const written = await writeText(() => all([text('Mara '), text('is.'), end]), log, forever);
    expect(written).toEqual({
      rest: { offset: 0, text: 'Mara is.' },
      end: { outputTokens: 2, usd: 0.5, isCutOff: false },
    });
    expect(log.batches).toEqual([]);
  });

  it('is stored in batches of bytes when it arrives fast', async () => {
    const log = new Kept();
    const pieces = Array.from({ length: 1_000 }, () => text('灯台 '));
    const { rest } = await writeText(() => all([...pieces, end]), log, forever);
    expect([...log.batches, rest.text].join('')).toBe('灯台 '.repeat(1_000));
    expect(log.batches.length).toBe(1);
    for (const batch of log.batches) expect(Buffer.byteLength(batch)).toBeLessThan(4_100);
  });

  it('is stored while the provider pauses', async () => {
    const log = new Kept();
    const hungUp = new AbortController();
    const writing = writeText((signal) => silent(signal, text('Mara ')), log, hungUp.signal);
    while (log.batches.length === 0) await new Promise(setImmediate);
    expect(log.batches).toEqual(['Mara ']);
    hungUp.abort();
    await expect(writing).rejects.toThrow('hung up');
  });

  it('closes the connection when it is no longer wanted, while text arrives and during a pause', async () => {
    const refused = writeText((signal) => silent(signal, text('x'.repeat(5_000))), new Kept(0), forever);
    await expect(refused).rejects.toBeInstanceOf(TextUnwanted);
    const log = new Kept();
    log.wanted = false;
    await expect(writeText((signal) => silent(signal), log, forever)).rejects.toBeInstanceOf(TextUnwanted);
  });

  it('that breaks off keeps the text so far', async () => {
    const log = new Kept();
    const broken = async function* (): AsyncGenerator<ChatPiece> {
      yield text('Mara ');
      throw new Error('broken');
    };
    await expect(writeText(broken, log, forever)).rejects.toThrow('broken');
    expect(log.batches).toEqual(['Mara ']);
  });

  it('does not count as complete without its end', async () => {
    await expect(writeText(() => all([text('Mara ')]), new Kept(), forever)).rejects.toThrow('without an end');
  });
});
