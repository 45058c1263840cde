import { createHmac } from 'node:crypto';
import { uploadPurposeSchema } from '@storyreel/contracts';
import { z } from 'zod';
import { isSameSecret } from '../../lib/secrets';

/** The grant in an upload address: for one key and one user, with the declared type and size. */
const grantSchema = z.object({
  method: z.literal('PUT'),
  key: z.string(),
  ownerId: z.string(),
  /** The MIME type, if declared. */
  type: z.string().nullable(),
  /** The exact number of bytes, if declared. */
  size: z.number().nullable(),
  purpose: uploadPurposeSchema.nullable(),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
});
export type UploadGrant = z.infer<typeof grantSchema>;

const TOKEN = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/;
const PATH = /^\/api\/uploads\/([A-Za-z0-9_.-]+)$/;

export const uploadUrlOf = (token: string): string => `/api/uploads/${token}`;

/** Returns the token in an upload address, relative or absolute; null for other addresses. */
export function tokenOfUploadUrl(url: string): string | null {
  const base = 'http://upload.invalid';
  if (!URL.canParse(url, base)) return null;
  return PATH.exec(new URL(url, base).pathname)?.[1] ?? null;
}

const sign = (payload: string, secret: string): string =>
  createHmac('sha256', secret).update(`upload:${payload}`).digest('base64url');

export function writeToken(grant: UploadGrant, secret: string): string {
  const payload = Buffer.from(JSON.stringify(grant)).toString('base64url');
  return `${payload}.${sign(payload, secret)}`;
}

export const isToken = (token: string): boolean => TOKEN.test(token);

/** Returns the grant in a token; null when this server did not sign the token. */
export function readToken(token: string, secret: string): UploadGrant | null {
  const [, payload, signature] = TOKEN.exec(token) ?? [];
  if (payload === undefined || signature === undefined) return null;
  if (!isSameSecret(signature, sign(payload, secret))) return null;
  return grantSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
}
