import { z } from 'zod';
import { PURCHASE_WAYS } from '../money/amount';

const generatorSchema = z.object({ name: z.string(), label: z.string(), sandbox: z.boolean() });
/** What everybody may know of the installation: who makes texts, pictures, clips and speech. No secrets. */
export const installationSchema = z.object({
  providers: z.object({
    text: generatorSchema,
    image: generatorSchema,
    video: generatorSchema,
    speech: generatorSchema,
  }),
  /** By our own form, or at an identity provider's page. */
  /** How zaps are bought. */
  purchases: z.enum(PURCHASE_WAYS),
  signIn: z.enum(['password', 'provider']),
});
export type Installation = z.infer<typeof installationSchema>;

export const PROVIDER_KINDS = ['text', 'image', 'video', 'speech'] as const;
const kind = z.enum(PROVIDER_KINDS);
export type ProviderKind = z.infer<typeof kind>;

/** Who makes one kind of work, for whoever runs the installation. No secrets. */
export const providerInfoSchema = z.object({
  kind,
  label: z.string(),
  /** Null where there is none, or each request names its own. */
  model: z.string().nullable(),
  /** Null where nothing is asked over the network. */
  host: z.string().nullable(),
});
export type ProviderInfo = z.infer<typeof providerInfoSchema>;

/** Whether a provider answers, without making anything. */
export const providerCheckSchema = z.object({
  kind,
  answers: z.boolean(),
  /** Until it answered, or was given up. */
  milliseconds: z.int(),
  /** For people: why it does not answer, or what is odd about its answer. */
  remark: z.string().nullable(),
});
export type ProviderCheck = z.infer<typeof providerCheckSchema>;
