import { z } from 'zod';
import { addZapsRequestSchema } from './zaps';

/** As add-zaps, but paid at the payment provider's own page. */
export const checkoutRequestSchema = addZapsRequestSchema;
export type CheckoutRequest = z.infer<typeof checkoutRequestSchema>;

/** What a webhook is answered once what it tells is kept. */
export const receivedResponseSchema = z.object({ received: z.literal(true) });

/** Where the browser goes to pay. */
export const checkoutResponseSchema = z.object({ id: z.string(), url: z.url() });
export type CheckoutResponse = z.infer<typeof checkoutResponseSchema>;

/**
 * open: not paid as far as is known. credited: the zaps are there. failed: it ended without a payment.
 * held: something was paid that does not fit what was asked for, and a person looks at it.
 */
export const CHECKOUT_STATES = ['open', 'credited', 'failed', 'held'] as const;
export const checkoutSchema = z.object({
  id: z.string(),
  zaps: z.number(),
  state: z.enum(CHECKOUT_STATES),
  createdAt: z.string(),
});
export type Checkout = z.infer<typeof checkoutSchema>;
