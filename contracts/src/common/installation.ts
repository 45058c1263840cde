import { z } from 'zod';

const generatorSchema = z.object({ name: z.string(), label: z.string(), sandbox: z.boolean() });
/** What everybody may know of the installation: who makes texts, pictures and clips. No secrets. */
export const installationSchema = z.object({
  providers: z.object({ text: generatorSchema, image: generatorSchema, video: generatorSchema }),
  /** By our own form, or at an identity provider's page. */
  signIn: z.enum(['password', 'provider']),
});
export type Installation = z.infer<typeof installationSchema>;
