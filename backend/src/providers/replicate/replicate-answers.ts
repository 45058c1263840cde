import { z } from 'zod';
import { messageFrom } from '../provider-errors';

/** Characters of what it says is wrong. */
const MAX_PROBLEM = 500;

export const predictionSchema = z.object({
  id: z.string().min(1),
  status: z.enum(['starting', 'processing', 'succeeded', 'failed', 'canceled', 'aborted']),
  output: z.unknown().optional(),
  error: z.unknown().optional(),
  logs: z.string().nullish(),
  data_removed: z.boolean().nullish(),
});
export type ReplicatePrediction = z.infer<typeof predictionSchema>;

/** A page of all that the token's owner asked for, newest first. */
export const pageSchema = z.object({
  next: z.string().nullish(),
  results: z.array(z.object({ id: z.string().min(1), model: z.string().nullish(), created_at: z.string() })),
});
export type ReplicatePage = z.infer<typeof pageSchema>;

export const fileSchema = z.object({ urls: z.object({ get: z.url() }) });
const problemSchema = z.object({ detail: z.string().optional(), title: z.string().optional() });

/** Replicate's words on a problem, never more than a few lines of them. */
export function detailOf(text: string): string {
  try {
    const problem = problemSchema.safeParse(JSON.parse(text));
    const words = problem.success ? (problem.data.detail ?? problem.data.title) : undefined;
    return messageFrom(words ?? text, MAX_PROBLEM);
  } catch {
    return messageFrom(text, MAX_PROBLEM);
  }
}
