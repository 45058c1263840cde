import type { z } from 'zod';

/** Reads a form's draft as it was kept in the browser; null for what another version of the page has kept. */
export const keptDraftReader =
  <Schema extends z.ZodType>(schema: Schema) =>
  (text: string): z.output<Schema> | null => {
    try {
      return schema.safeParse(JSON.parse(text)).data ?? null;
    } catch {
      return null;
    }
  };
