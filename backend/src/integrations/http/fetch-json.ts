import { z } from 'zod';
import { fetchAtMost } from '../../infra/outbound/fetch-outbound';

const MAX_BYTES = 4 * 1024 * 1024;

/** The message is for users and contains no secret. */
export class NoUsableAnswer extends Error {
  constructor(
    message: string,
    /** HTTP status; absent when no answer came, or the answer is not from this API. */
    readonly status?: number,
  ) {
    super(message);
  }
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'Nothing answers at its address.',
  ENOTFOUND: 'Its host name is not known.',
  EAI_AGAIN: 'Its host name could not be looked up.',
};
const codeSchema = z.object({ cause: z.object({ code: z.string() }) });

/** Headers for servers that take a bearer token. */
export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** Fetches JSON from an endpoint that is free of charge. @throws NoUsableAnswer, the signal's reason */
export async function fetchJson<Answer>(
  url: string,
  {
    headers: secret,
    schema,
    signal,
  }: { headers: Record<string, string>; schema: z.ZodType<Answer>; signal: AbortSignal },
): Promise<Answer> {
  const headers = { ...secret, accept: 'application/json' };
  let body: unknown;
  try {
    // The key must not be sent to a host that a redirect names.
    const answer = await fetchAtMost(MAX_BYTES)(url, { headers, signal, redirect: 'manual' });
    if (!answer.ok) {
      await answer.body?.cancel();
      throw new NoUsableAnswer(reasonFor(answer.status), answer.status);
    }
    body = await answer.text();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NoUsableAnswer) throw error;
    const { data } = codeSchema.safeParse(error);
    throw new NoUsableAnswer(REASONS[data?.cause.code ?? ''] ?? 'The connection to it broke off.');
  }
  try {
    return schema.parse(JSON.parse(body as string));
  } catch {
    throw new NoUsableAnswer('It responds, but not like this API. Is the address right?');
  }
}

function reasonFor(status: number): string {
  if (status === 401 || status === 403) return `It refuses the key (${status}).`;
  if (status === 404) return 'It answers that there is nothing at this address (404). Is the address right?';
  if (status === 429) return 'It reports too many requests (429).';
  return `It answers with an error (${status}).`;
}
