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

/** The date format and time zone that a person chose; null means the browser's own. */
export const dateChoiceSchema = z.object({
  /** A language tag such as 'de-AT'. Only its form is checked, since browsers support different sets of tags. */
  locale: z
    .string()
    .max(35)
    .regex(/^[a-z]{2,8}(-[A-Za-z0-9]{1,8})*$/)
    .nullable(),
  /** A name of the IANA time zone database, such as 'Europe/Berlin'; only its form is checked. */
  timeZone: z
    .string()
    .max(64)
    .regex(/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/)
    .nullable(),
});
export type DateChoice = z.infer<typeof dateChoiceSchema>;

export const userSchema = z.object({
  id: z.uuid(),
  firstName: z.string(),
  email: z.string(),
  roles: z.array(roleSchema),
  dates: dateChoiceSchema,
});
export type User = z.infer<typeof userSchema>;

/** The ways to sign in to an account: by a password here, or at the installation's identity provider. */
export const SIGN_INS = ['password', 'identity_provider'] as const;

/** A browser that is signed in. */
export const openSessionSchema = z.object({
  id: z.string(),
  /** True for the session that makes the request. */
  isCurrent: z.boolean(),
  /** Browser and system, such as 'Firefox on Windows'; empty when unknown. */
  device: z.string(),
  since: z.iso.datetime(),
});
export type OpenSession = z.infer<typeof openSessionSchema>;

export const accountSchema = z.object({
  email: z.string(),
  /** New address, which takes effect once its owner opens the link that was sent to it. */
  pendingEmail: z.string().nullable(),
  firstName: z.string(),
  signsInBy: z.enum(SIGN_INS),
  /** True where links come by mail; elsewhere the operator passes them on and changes addresses. */
  sendsMail: z.boolean(),
  /** The session that makes the request, then all others, newest first. */
  sessions: z.array(openSessionSchema),
});
export type Account = z.infer<typeof accountSchema>;

export const renameAccountRequestSchema = z.object({ firstName: text(LIMITS.firstName).trim().min(1) });
export type RenameAccountRequest = z.infer<typeof renameAccountRequestSchema>;

export const changePasswordRequestSchema = z.object({
  current: text(LIMITS.passwordMax).min(1),
  next: registerRequestSchema.shape.password,
});
export type ChangePasswordRequest = z.infer<typeof changePasswordRequestSchema>;

/** The current password is required, because whoever owns the address can set a new password. */
export const changeEmailRequestSchema = z.object({
  email: registerRequestSchema.shape.email,
  password: text(LIMITS.passwordMax).min(1),
});
export type ChangeEmailRequest = z.infer<typeof changeEmailRequestSchema>;

/** The secret of a link that was sent to the new address. */
export const confirmEmailRequestSchema = z.object({ token: z.string().regex(/^[\w-]{43}$/) });
export type ConfirmEmailRequest = z.infer<typeof confirmEmailRequestSchema>;

/** Ends the session with this id; without an id, all sessions except the one that makes the request. */
export const endSessionsRequestSchema = z.object({ id: z.string().max(64).optional() });
export type EndSessionsRequest = z.infer<typeof endSessionsRequestSchema>;

/** The user has to type the e-mail address as confirmation. Accounts of an identity provider have no password here. */
export const eraseAccountRequestSchema = z.object({
  email: text(LIMITS.email).min(1),
  password: text(LIMITS.passwordMax).optional(),
});
export type EraseAccountRequest = z.infer<typeof eraseAccountRequestSchema>;
