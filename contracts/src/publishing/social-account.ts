import { z } from 'zod';
import { idempotencyKeySchema, idSchema, text } from '../common/fields';
import { LIMITS } from '../common/limits';
import { SOCIAL_PLATFORMS } from './platforms';

export const socialPlatformSchema = z.enum(SOCIAL_PLATFORMS);

/** How posts reach a platform: through its own API, or not at all, only our sandbox. */
export const connectionKindSchema = z.enum(['sandbox', 'oauth']);
export type ConnectionKind = z.infer<typeof connectionKindSchema>;

export const connectAccountRequestSchema = z.object({
  platform: socialPlatformSchema,
  accountName: text(LIMITS.accountName).trim().min(1, 'must not be empty'),
  accountId: text(LIMITS.accountId).trim().min(1, 'must not be empty'),
  /** Placeholder for an access token, which marks a sandbox connection. It is validated, but never stored. */
  accessToken: text(LIMITS.accessToken),
  isActive: z.literal(true),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export type ConnectAccountRequest = z.input<typeof connectAccountRequestSchema>;

export const socialAccountSchema = z.object({
  id: idSchema,
  platform: socialPlatformSchema,
  accountName: z.string(),
  /** The platform's own id of the account. */
  accountId: z.string(),
  /** False once the platform has refused our access. Nothing is published until the account is connected again. */
  isActive: z.boolean(),
  kind: connectionKindSchema,
  createdAt: z.string(),
});
export type SocialAccount = z.infer<typeof socialAccountSchema>;

/** How accounts of a platform are connected in this installation. */
export const platformConnectionSchema = z.object({
  platform: socialPlatformSchema,
  kind: connectionKindSchema,
  /** Address of the platform's consent page; null for the sandbox, which needs no consent. */
  authorizeUrl: z.string().nullable(),
});
export type PlatformConnection = z.infer<typeof platformConnectionSchema>;
