/** OpenAI's cheapest that is not withdrawn; what came before it is, in January 2027. */
export const DEFAULT_TEXT_MODEL = 'gpt-6-luna';

/** Dollars for a million tokens, by the beginning of a model's name, the longest first. Unknown models count as 0. */
const TEXT_PRICES: readonly [string, { input: number; output: number }][] = [
  ['gpt-6-luna-fast', { input: 0.2, output: 1 }],
  ['gpt-6-luna', { input: 0.1, output: 0.5 }],
  ['gpt-4.1-mini', { input: 0.4, output: 1.6 }],
  ['gpt-4.1', { input: 2, output: 8 }],
  ['gpt-4o-mini', { input: 0.15, output: 0.6 }],
  ['gpt-4o', { input: 2.5, output: 10 }],
];

const priceOf = (model: string) => TEXT_PRICES.find(([prefix]) => model.startsWith(prefix))?.[1];

/** What is said of a model whose calls count as nothing; null for one whose price is known. */
export const unpriced = (model: string): string | null => (priceOf(model) ? null : noPriceOf(model));

export const noPriceOf = (model: string): string =>
  `No price of ${model} is known here: what it makes counts as $0 in the reports of costs.`;

export function usdOf(model: string, inputTokens: number, outputTokens: number): number {
  const price = priceOf(model) ?? { input: 0, output: 0 };
  return (inputTokens * price.input + outputTokens * price.output) / 1_000_000;
}

/** OpenAI's newer models refuse the old name, and many other servers do not know the new one. */
export const answerLimit = (isOpenAis: boolean, maxTokens: number) =>
  isOpenAis ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens };

/** Of those that can do without; older ones refuse the question. */
const THINKS_UNLESS_TOLD = /^gpt-(?:5\.|[6-9])/;

/** Thoughts cost as much as words, come out of the same limit, and keep a reader waiting. */
export const effortOf = (model: string) =>
  THINKS_UNLESS_TOLD.test(model) ? { reasoning_effort: 'none' as const } : undefined;
