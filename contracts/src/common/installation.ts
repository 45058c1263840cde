import { z } from 'zod';
import { PURCHASE_WAYS } from '../money/amount';

const generatorSchema = z.object({ name: z.string(), label: z.string(), sandbox: z.boolean() });
/** Public facts about the installation, such as its providers of texts, images, clips and speech. No secrets. */
export const installationSchema = z.object({
  providers: z.object({
    text: generatorSchema,
    image: generatorSchema,
    video: generatorSchema,
    speech: generatorSchema,
  }),
  /** How zaps can be bought. */
  purchases: z.enum(PURCHASE_WAYS),
  /** How users sign in: with the app's own form, or at an identity provider's page. */
  signIn: z.enum(['password', 'provider']),
});
export type Installation = z.infer<typeof installationSchema>;

export const PROVIDER_KINDS = ['text', 'image', 'video', 'speech'] as const;
const kind = z.enum(PROVIDER_KINDS);
export type ProviderKind = z.infer<typeof kind>;

/** The provider of one kind of work, for operators. No secrets. */
export const providerInfoSchema = z.object({
  kind,
  label: z.string(),
  /** Null when the provider has no model, or when each request names its own. */
  model: z.string().nullable(),
  /** Null when the provider makes no network requests. */
  host: z.string().nullable(),
});
export type ProviderInfo = z.infer<typeof providerInfoSchema>;

/** Result of a check that a provider responds, made without generating anything. */
export const providerCheckSchema = z.object({
  kind,
  answers: z.boolean(),
  /** Time until the response or the timeout. */
  milliseconds: z.int(),
  /** A message for users: why the provider does not respond, or a peculiarity of its response. */
  remark: z.string().nullable(),
});
export type ProviderCheck = z.infer<typeof providerCheckSchema>;
