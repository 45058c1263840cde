import { CreateRefused } from '../provider-errors';
import type { ImageRequest } from './image-provider';

const MAX_COUNT = 4;

/** Switches that other image services understand; models that do not would paint them as words. */
const withoutSwitches = (prompt: string): string => prompt.replace(/\s--\w+(?:\s+(?!--)\S+)?/gu, '').trim();

/** The words to paint, of a request that can be made. @throws CreateRefused */
export function promptOf({ prompt, count }: ImageRequest): string {
  const text = withoutSwitches(prompt);
  if (text === '') throw new CreateRefused('The prompt is empty.', { reason: 'invalid-input' });
  if (!Number.isInteger(count) || count < 1 || count > MAX_COUNT)
    throw new CreateRefused(`Between 1 and ${MAX_COUNT} pictures can be made at once.`, { reason: 'invalid-input' });
  return text;
}
