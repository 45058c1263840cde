import { z } from 'zod';
import { text } from '../common/fields';
import { LIMITS } from '../common/limits';

/** Roles with additional screens and routes: finance reads all ledgers, developers all runs. */
export const ROLES = ['finance', 'developer'] as const;
export const roleSchema = z.enum(ROLES);
export type Role = z.infer<typeof roleSchema>;

export const registerRequestSchema = z.object({
  email: z.email().max(LIMITS.email),
  password: text(LIMITS.passwordMax).min(LIMITS.passwordMin, `must be at least ${LIMITS.passwordMin} characters`),
  firstName: text(LIMITS.firstName).trim().optional(),
});
export type RegisterRequest = z.infer<typeof registerRequestSchema>;

export const loginRequestSchema = z.object({
  email: z.email().max(LIMITS.email),
  password: text(LIMITS.passwordMax).min(1),
});
export type LoginRequest = z.infer<typeof loginRequestSchema>;

export const userSchema = z.object({
  id: z.uuid(),
  firstName: z.string(),
  email: z.string(),
  roles: z.array(roleSchema),
});
export type User = z.infer<typeof userSchema>;
