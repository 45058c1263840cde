import { type EstimateRequest, tokensOf } from '@storyreel/contracts';

/** What to ask the price of a message by. */
export const chatCost = (text: string): EstimateRequest => ({
  provider: 'openai',
  model: 'gpt-4',
  operation: 'chat_completion',
  usage: { tokens: tokensOf(text) },
});
