import { z } from 'zod';
import { PURCHASE_WAYS } from '../zaps/purchase-ways';

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
