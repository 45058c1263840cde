import { z } from 'zod';
import { idempotencyKeySchema, idSchema, text } from '../common/fields';
import { LIMITS } from '../common/limits';
import { SOCIAL_PLATFORMS } from './platforms';

export const socialPlatformSchema = z.enum(SOCIAL_PLATFORMS);

/** How posts reach a platform: through its own API, or only as far as our sandbox. */
export const connectionKindSchema = z.enum(['sandbox', 'oauth']);
export type ConnectionKind = z.infer<typeof connectionKindSchema>;

export const connectAccountRequestSchema = z.object({
  platform: socialPlatformSchema,
  accountName: text(LIMITS.accountName).trim().min(1, 'must not be empty'),
  accountId: text(LIMITS.accountId).trim().min(1, 'must not be empty'),
  /** A placeholder that marks a sandbox connection. It is read, and kept nowhere. */
  accessToken: text(LIMITS.accessToken),
  isActive: z.literal(true),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export type ConnectAccountRequest = z.input<typeof connectAccountRequestSchema>;

export const socialAccountSchema = z.object({
  id: idSchema,
  platform: socialPlatformSchema,
  accountName: z.string(),
  /** The platform's own name for the account. */
  accountId: z.string(),
  /** False once the platform has refused our access: nothing is published until it is connected again. */
  isActive: z.boolean(),
  kind: connectionKindSchema,
  createdAt: z.string(),
});
export type SocialAccount = z.infer<typeof socialAccountSchema>;

/** What connecting to a platform means in this installation. */
export const platformConnectionSchema = z.object({
  platform: socialPlatformSchema,
  kind: connectionKindSchema,
  /** Where the browser goes to give its consent; null for the sandbox, which asks nobody. */
  authorizeUrl: z.string().nullable(),
});
export type PlatformConnection = z.infer<typeof platformConnectionSchema>;
