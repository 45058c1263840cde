import { ConfigError } from './config-error';

export interface StripeSettings {
  secretKey: string;
  /** Signs what Stripe tells of payments. */
  webhookSecret: string;
  /** Takes the place of Stripe's own address. */
  baseUrl?: string;
}

type StripeEnvironment = Partial<Record<'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_BASE_URL', string>>;

/** Undefined without a key. @throws ConfigError */
export function readStripe(given: StripeEnvironment): StripeSettings | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_BASE_URL: baseUrl } = given;
  if (!secretKey) return undefined;
  if (!webhookSecret) throw new ConfigError('STRIPE_SECRET_KEY is set, STRIPE_WEBHOOK_SECRET is missing.');
  return { secretKey, webhookSecret, baseUrl };
}
