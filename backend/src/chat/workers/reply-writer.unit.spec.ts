import type { ChatPiece } from '../../providers/text/text-provider';
import { type ReplyLog, ReplyUnwanted, writeReply } from './reply-writer';

const end: ChatPiece = { type: 'end', usage: { inputTokens: 1, outputTokens: 2, usd: 0.5 }, isCutOff: false };
const text = (words: string): ChatPiece => ({ type: 'text', text: words });
const forever = new AbortController().signal;

/** A log in memory that stops wanting the reply after so many batches. */
class Kept implements ReplyLog {
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
/** A provider that says nothing until it is hung up on. */
async function* silent(signal: AbortSignal, ...first: ChatPiece[]): AsyncGenerator<ChatPiece> {
  yield* first;
  await new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('hung up')));
  });
}

describe('a reply that is written', () => {
  it('is not stored token by token: what is short goes with its end', async () => {
    const log = new Kept();
    const written = await writeReply(() => all([text('Mara '), text('is.'), end]), log, forever);
    expect(written).toEqual({
      rest: { offset: 0, text: 'Mara is.' },
      end: { outputTokens: 2, usd: 0.5, isCutOff: false },
    });
    expect(log.batches).toEqual([]);
  });

  it('is stored in batches of bytes when it comes fast', async () => {
    const log = new Kept();
    const pieces = Array.from({ length: 1_000 }, () => text('灯台 '));
    const { rest } = await writeReply(() => all([...pieces, end]), log, forever);
    expect([...log.batches, rest.text].join('')).toBe('灯台 '.repeat(1_000));
    expect(log.batches.length).toBe(1);
    for (const batch of log.batches) expect(Buffer.byteLength(batch)).toBeLessThan(4_100);
  });

  it('is stored while a provider thinks', async () => {
    const log = new Kept();
    const hungUp = new AbortController();
    const writing = writeReply((signal) => silent(signal, text('Mara ')), log, hungUp.signal);
    while (log.batches.length === 0) await new Promise(setImmediate);
    expect(log.batches).toEqual(['Mara ']);
    hungUp.abort();
    await expect(writing).rejects.toThrow('hung up');
  });

  it('hangs up when nobody wants it any more, while it comes and while it does not', async () => {
    const refused = writeReply((signal) => silent(signal, text('x'.repeat(5_000))), new Kept(0), forever);
    await expect(refused).rejects.toBeInstanceOf(ReplyUnwanted);
    const log = new Kept();
    log.wanted = false;
    await expect(writeReply((signal) => silent(signal), log, forever)).rejects.toBeInstanceOf(ReplyUnwanted);
  });

  it('that breaks off leaves what has come', async () => {
    const log = new Kept();
    const broken = async function* (): AsyncGenerator<ChatPiece> {
      yield text('Mara ');
      throw new Error('broken');
    };
    await expect(writeReply(broken, log, forever)).rejects.toThrow('broken');
    expect(log.batches).toEqual(['Mara ']);
  });

  it('is not taken for whole without its end', async () => {
    await expect(writeReply(() => all([text('Mara ')]), new Kept(), forever)).rejects.toThrow('without an end');
  });
});
