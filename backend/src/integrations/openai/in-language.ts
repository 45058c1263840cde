import { detectLanguage, languageName } from '@storyreel/contracts';
import type { TextCall, TextUsage } from '../ports/text-provider';

/**
 * Tells the model the language of all texts for people; if no language is known, the language of the source that
 * `whose` names.
 */
export const writtenIn = (language: string | null | undefined, whose: string): string =>
  `Language: ${languageName(language) ?? `that of ${whose}`}.`;

interface Answer<T> {
  value: T;
  usage: TextUsage;
}

const sum = (a: TextUsage, b: TextUsage): TextUsage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  usd: a.usd + b.usd,
});

interface Asking<T> {
  /** Required language of texts for people; without a required language, every answer is accepted. */
  language: string | null | undefined;
  user: string;
  call: TextCall;
  /** Returns the words of an answer that should be in the required language. */
  wordsOf: (value: T) => string;
  ask: (user: string, call: TextCall) => Promise<Answer<T>>;
}

/**
 * Asks once more when an answer is in another language, and accepts the second answer in any language. Both requests
 * belong to the same call: the payer pays once, and the recorded provider cost is the sum of both.
 */
export async function askInLanguage<T>({ language, user, call, wordsOf, ask }: Asking<T>): Promise<Answer<T>> {
  const first = await ask(user, call);
  const name = languageName(language);
  const found = name === null ? null : detectLanguage(wordsOf(first.value));
  if (found === null || found === language) return first;
  const stressed = `${user}\n\nAn earlier answer was in ${languageName(found)}. What people read has to be in ${name}.`;
  const again = await ask(stressed, { ...call, idempotencyKey: `${call.idempotencyKey}-${language}` });
  return { value: again.value, usage: sum(first.usage, again.usage) };
}
