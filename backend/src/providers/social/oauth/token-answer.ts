import { z } from 'zod';
import { RefreshRefused, type Tokens } from '../tokens/platform-tokens';
import { type PlatformWire, type WireAnswer, WireFailure, type WireRequest } from '../wire/platform-wire';
import { read, tryRead } from '../wire/read-answer';
import { type ConsentingAccount, ConsentRefused } from './platform-oauth';

const token = z.string().min(1).max(10_000);
const tokenSchema = z.object({
  access_token: token,
  refresh_token: z.string().max(10_000).nullish(),
  expires_in: z.coerce.number().min(0).max(400_000_000).default(3_600),
});
/** RFC 6749 says 400 or 401 with an error; some answer 200 with one. */
const problemSchema = z.object({ error: z.union([z.string(), z.object({})]) });

/** Tokens out of an answer of a token endpoint. @throws RefreshRefused, WireFailure */
export function tokensFrom(answer: WireAnswer, now: Date): Tokens {
  const { status } = answer;
  if (status >= 500 || status === 429 || status === 408) throw new WireFailure(`it answered ${status}`, true);
  if (status >= 400 || (tryRead(answer, tokenSchema) === null && tryRead(answer, problemSchema) !== null))
    throw new RefreshRefused(`The token endpoint answered ${status}.`);
  const { access_token: access, refresh_token: refresh, expires_in: seconds } = read(answer, tokenSchema);
  return { access, refresh: refresh || null, expiresAt: new Date(now.getTime() + seconds * 1_000) };
}

/** For a code: that it is refused is the consent's end, and nobody's token. @throws ConsentRefused, WireFailure */
export async function consented<Result>(exchange: Promise<Result>): Promise<Result> {
  try {
    return await exchange;
  } catch (error) {
    if (error instanceof RefreshRefused) throw new ConsentRefused(error.message, { cause: error });
    throw error;
  }
}

/** The account behind a token. @throws ConsentRefused, WireFailure */
export async function accountFrom<Schema extends z.ZodType>(
  wire: PlatformWire,
  request: Pick<WireRequest, 'url' | 'signal'> & { token: string },
  schema: Schema,
  accountOf: (answer: z.output<Schema>) => ConsentingAccount | null,
): Promise<ConsentingAccount> {
  const { url, signal } = request;
  const answer = await wire.send({ method: 'GET', url, signal, headers: { authorization: `Bearer ${request.token}` } });
  if (answer.status >= 500 || answer.status === 429) throw new WireFailure(`it answered ${answer.status}`, true);
  if (answer.status >= 400) throw new ConsentRefused(`Couldn't load the account: status ${answer.status}.`);
  const account = accountOf(read(answer, schema));
  if (account === null) throw new ConsentRefused('There is no account to publish with.');
  return account;
}
