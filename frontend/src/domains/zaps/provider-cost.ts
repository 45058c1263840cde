/** What they make costs nobody dollars: the sandbox, and the films that the server renders. */
const FREE: readonly (string | null)[] = [null, 'sandbox', 'storyreel'];

/**
 * Whether it is known what a provider asked for. Others make nothing for 0 dollars: then the server has no price of the
 * model, or the model runs on somebody's own computer.
 */
export const isCostKnown = ({ provider, usd }: { provider: string | null; usd: number }): boolean =>
  usd > 0 || FREE.includes(provider);
