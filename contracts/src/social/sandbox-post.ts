import { z } from 'zod';
import { idSchema } from '../common/fields';
import { socialPlatformSchema } from './social-account';

/** What the sandbox has 'published' in a platform's place: as the platform would have been given it. */
export const sandboxPostSchema = z.object({
  id: idSchema,
  /** Of the post, which may have been deleted since. */
  postId: idSchema,
  platform: socialPlatformSchema,
  /** Of the account that it was published with. */
  accountName: z.string(),
  title: z.string(),
  /** With its hashtags and mentions. */
  text: z.string(),
  mediaUrls: z.string().array(),
  publishedAt: z.string(),
});
export type SandboxPost = z.infer<typeof sandboxPostSchema>;
