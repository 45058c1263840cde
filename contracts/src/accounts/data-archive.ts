import { z } from 'zod';

/** A ZIP archive of all data that belongs to an account. */
export const dataArchiveSchema = z.object({
  id: z.uuid(),
  state: z.enum(['preparing', 'ready', 'failed']),
  requestedAt: z.iso.datetime(),
  /** 0 to 100. */
  percent: z.int().min(0).max(100),
  /** The finished archive; null until it is ready. */
  file: z
    .object({
      url: z.string(),
      bytes: z.number(),
      files: z.int(),
      /** Files that were missing or damaged in storage. */
      leftOut: z.int(),
      /** Time at which the file is deleted. */
      until: z.iso.datetime(),
    })
    .nullable(),
});
export type DataArchive = z.infer<typeof dataArchiveSchema>;

/** The newest archive; null when none was ever requested, or the newest one has been deleted. */
export const ownArchiveSchema = z.object({ archive: dataArchiveSchema.nullable() });
export type OwnArchive = z.infer<typeof ownArchiveSchema>;
