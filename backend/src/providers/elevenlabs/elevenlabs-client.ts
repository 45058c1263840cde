import { FILE_LIMITS } from '@storyreel/contracts';
import { z } from 'zod';
import { fetchAtMost } from '../../platform/outside/fetch-at-most';
import { CreateOutcomeUnknown, CreateRefused, messageFrom } from '../provider-errors';
import {
  DEFAULT_RETRY,
  endingWith,
  neverSent,
  nextDelay,
  refusalReason,
  type RetryPolicy,
  wishedWait,
} from '../wire-errors';

export interface ElevenLabsServer {
  apiKey: string;
  baseUrl?: string;
  retry?: Partial<RetryPolicy>;
  /** Milliseconds for one whole answer. */
  timeoutMs?: number;
}

export const ELEVENLABS_URL = 'https://api.elevenlabs.io';
const DEFAULT_TIMEOUT_MS = 120_000;
const MAX_PROBLEM = 300;

const problemSchema = z.object({
  detail: z.union([
    z.string(),
    z.object({ status: z.string().optional(), message: z.string().optional() }),
    // What its schema refuses (422) is a list, each part with its place in the request.
    z.array(z.object({ msg: z.string(), loc: z.array(z.union([z.string(), z.number()])).default([]) })),
  ]),
});

/** What stands before every path, whether the setting ends with a slash or not. */
export const elevenLabsApi = (
  { baseUrl = ELEVENLABS_URL }: Pick<ElevenLabsServer, 'baseUrl'>,
  version: 'v1' | 'v2' = 'v1',
): string => `${baseUrl.replace(/\/+$/u, '')}/${version}`;

/** Its key goes into a header of its own. */
export const elevenLabsHeaders = ({ apiKey }: Pick<ElevenLabsServer, 'apiKey'>) => ({ 'xi-api-key': apiKey });

/** Speech that is never paid for twice: it is asked for again only after a 429, or when nothing was sent. */
export class ElevenLabsClient {
  private readonly retry: RetryPolicy;
  private readonly timeoutMs: number;

  constructor(private readonly server: ElevenLabsServer) {
    this.retry = { ...DEFAULT_RETRY, ...server.retry };
    this.timeoutMs = server.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  }

  /** The bytes that a path answers to a JSON body. @throws CreateRefused, CreateOutcomeUnknown */
  async speech(path: string, body: object, signal?: AbortSignal): Promise<Buffer> {
    for (let attempt = 1; ; attempt++) {
      if (signal?.aborted)
        throw new CreateRefused('Aborted before the request was sent.', { reason: 'aborted', cause: signal.reason });
      try {
        return await this.once(path, body, signal);
      } catch (error) {
        const isSafe =
          error instanceof CreateRefused && (error.reason === 'throttled' || error.reason === 'unreachable');
        const wait = isSafe ? nextDelay(this.retry, attempt, error.retryAfterSeconds) : null;
        if (wait === null) throw error;
        await this.sleep(wait, signal);
      }
    }
  }

  private async once(path: string, body: object, signal?: AbortSignal): Promise<Buffer> {
    const time = AbortSignal.timeout(this.timeoutMs);
    let answer: Response;
    let bytes: Buffer;
    try {
      answer = await fetchAtMost(FILE_LIMITS.audio)(`${elevenLabsApi(this.server)}${path}`, {
        method: 'POST',
        headers: { ...elevenLabsHeaders(this.server), 'content-type': 'application/json' },
        body: JSON.stringify(body),
        // The key goes to no host that an answer names.
        redirect: 'manual',
        signal: endingWith(time, signal),
      });
      bytes = Buffer.from(await answer.arrayBuffer());
    } catch (error) {
      if (neverSent(error))
        throw new CreateRefused('ElevenLabs could not be reached.', { reason: 'unreachable', cause: error });
      const words = time.aborted ? 'ElevenLabs did not answer in time.' : 'The connection to ElevenLabs was lost.';
      throw new CreateOutcomeUnknown(words, error);
    }
    if (answer.ok) return bytes;
    if (answer.status >= 500 || answer.status < 400)
      throw new CreateOutcomeUnknown(`ElevenLabs answered ${answer.status}.`);
    throw this.refusal(answer, bytes);
  }

  private refusal({ status, headers }: Response, bytes: Buffer): CreateRefused {
    const { code, message } = problemIn(bytes);
    // It says so with the status of a wrong key.
    const reason = code === 'quota_exceeded' ? 'no-credit' : refusalReason(status);
    return new CreateRefused(`ElevenLabs refused the request (${status}): ${messageFrom(message, MAX_PROBLEM)}`, {
      reason,
      status,
      retryAfterSeconds: wishedWait(headers, this.retry.now()),
    });
  }

  private async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    try {
      await this.retry.sleep(ms, signal);
    } catch (error) {
      throw new CreateRefused('Aborted while waiting to try again.', { reason: 'aborted', cause: error });
    }
  }
}

function problemIn(bytes: Buffer): { code: string; message: string } {
  try {
    const { detail } = problemSchema.parse(JSON.parse(bytes.toString('utf8')));
    if (typeof detail === 'string') return { code: '', message: detail };
    if (Array.isArray(detail)) {
      return { code: '', message: detail.map(({ msg, loc }) => `${loc.join('.')}: ${msg}`).join('; ') };
    }
    return { code: detail.status ?? '', message: detail.message ?? '' };
  } catch {
    return { code: '', message: '' };
  }
}
