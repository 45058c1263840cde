import { createHash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { toError } from '../../lib/errors';
import type { GenerationProvider } from '../ports/generation-provider';
import type { ChatPiece, TextCall, TextProvider } from '../ports/text-provider';
import type { CallLog } from './call-log';
import { fileFingerprint } from './redactor';

/** Wraps a provider so that its calls are recorded. */
export function recordedProvider<Request>(
  provider: GenerationProvider<Request>,
  log: CallLog,
  template: string,
): GenerationProvider<Request> {
  const { name, label, createIsIdempotent } = provider;
  const asked = (operation: string, request: unknown) => ({ operation, provider: name, template: null, request });
  return {
    name,
    label,
    createIsIdempotent,
    create: async (request, options) => {
      const { idempotencyKey } = options;
      const question = { ...asked('create', { idempotencyKey, ...(await withFingerprints(request)) }), template };
      return log.call(question, (onSent) => provider.create(request, { ...options, onSent }));
    },
    recall: async (idempotencyKey) => (await provider.recall?.(idempotencyKey)) ?? null,
    get: (predictionId, options) => log.call(asked('get', { predictionId }), () => provider.get(predictionId, options)),
    cancel: (predictionId) => log.call(asked('cancel', { predictionId }), () => provider.cancel(predictionId)),
    fetchOutput: async (output, options) => {
      const call = log.begin(asked('fetchOutput', output));
      try {
        return counted(await call.listening(() => provider.fetchOutput(output, options)), call);
      } catch (error) {
        call.failed(error);
        throw error;
      }
    },
  };
}

/** Returns the request with a fingerprint in place of each file. */
export async function withFingerprints(request: unknown): Promise<object> {
  const marked: [string, unknown][] = [];
  for (const [name, value] of Object.entries(request as object)) {
    marked.push([name, isFile(value) ? fileFingerprint(await value.read(), value.mimeType) : withoutBytes(value)]);
  }
  return Object.fromEntries(marked);
}

/** Reference pictures carry their hashes, so their bytes are dropped. */
const withoutBytes = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((item: unknown) => {
        if (!isFile(item)) return item;
        const { read: _, ...named } = item;
        return named;
      })
    : value;

const isFile = (value: unknown): value is { mimeType: string; read: () => Promise<Buffer> } =>
  typeof value === 'object' && value !== null && 'read' in value && typeof value.read === 'function';

function counted(source: Readable, call: ReturnType<CallLog['begin']>): Readable {
  const hash = createHash('sha256');
  let bytes = 0;
  const passed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      call.answered({ bytes, sha256: hash.digest('hex') });
      done();
    },
  });
  // The pipeline's rejection repeats an error event that the reader receives anyway.
  pipeline(source, passed).catch((error: unknown) => {
    call.failed(error);
    passed.destroy(toError(error));
  });
  return passed;
}

/** Wraps a text provider so that its calls are recorded, except `chat`, whose replies are in the event log already. */
export function recordedTexts(provider: TextProvider, log: CallLog): TextProvider {
  const { name, label, repeatIsFree } = provider;
  const recorded =
    <Question, Answer>(operation: string, ask: (question: Question, call: TextCall) => Promise<Answer>) =>
    (question: Question, call: TextCall): Promise<Answer> =>
      log.call({ operation, provider: name, template: null, request: question }, (onSent) =>
        ask(question, { ...call, onSent }),
      );
  return {
    name,
    label,
    repeatIsFree,
    splitStory: recorded('splitStory', (question, call) => provider.splitStory(question, call)),
    abridgeStory: recorded('abridgeStory', (question, call) => provider.abridgeStory(question, call)),
    describeScene: recorded('describeScene', (question, call) => provider.describeScene(question, call)),
    enhancePrompt: recorded('enhancePrompt', (question, call) => provider.enhancePrompt(question, call)),
    videoPrompt: recorded('videoPrompt', (question, call) => provider.videoPrompt(question, call)),
    continuity: recorded('continuity', (question, call) => provider.continuity(question, call)),
    postDescription: recorded('postDescription', (question, call) => provider.postDescription(question, call)),
    chat: (question, call) => provider.chat(question, call),
    writeStory: (question, call) => {
      const kept = log.begin({ operation: 'writeStory', provider: name, template: null, request: question });
      const pieces = provider.writeStory(question, { ...call, onSent: kept.onSent })[Symbol.asyncIterator]();
      // The provider sends the request only when the first piece is read.
      const heard = { [Symbol.asyncIterator]: () => ({ ...pieces, next: () => kept.listening(() => pieces.next()) }) };
      return recordedPieces(heard, kept);
    },
  };
}

/** Records the pieces as one answer, whether or not the answer is complete. */
async function* recordedPieces(
  pieces: AsyncIterable<ChatPiece>,
  kept: ReturnType<CallLog['begin']>,
): AsyncGenerator<ChatPiece> {
  let text = '';
  try {
    for await (const piece of pieces) {
      if (piece.type === 'text') text += piece.text;
      else kept.answered({ text, usage: piece.usage, isCutOff: piece.isCutOff });
      yield piece;
    }
  } catch (error) {
    kept.failed(error);
    throw error;
  }
}
