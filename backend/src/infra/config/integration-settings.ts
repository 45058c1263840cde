import { SOCIAL_PLATFORMS } from '@storyreel/contracts';
import type { SocialPlatform } from '@storyreel/contracts';
import type { TokenKeys } from './key-settings';

export class ConfigError extends Error {}

export interface PlatformSettings {
  clientId: string;
  clientSecret: string;
  /** Replaces all of the platform's own addresses. */
  baseUrl?: string;
}

type SocialPlatforms = Partial<Record<SocialPlatform, PlatformSettings>>;
export interface SocialSettings extends SocialPlatforms {
  tiktok?: PlatformSettings & {
    /** True once TikTok has audited this installation. */
    isAudited?: boolean;
  };
  /**
   * Connecting also asks for the permission to read views, on platforms where that is a separate one. Default: true.
   */
  asksForViews?: boolean;
  /** Encrypt the access tokens of the users' accounts on the platforms. */
  tokenKeys: TokenKeys;
  /** Address at which browsers, and the platforms, reach this installation. */
  publicUrl: string;
}

type SocialEnvironment = Partial<
  Record<`${Uppercase<SocialPlatform>}_${'CLIENT_ID' | 'CLIENT_SECRET' | 'BASE_URL'}`, string>
> & {
  SOCIAL_TOKEN_KEYS?: TokenKeys;
  PUBLIC_URL?: string;
  TIKTOK_AUDITED?: boolean;
  SOCIAL_VIEWS?: boolean;
};

/** Returns undefined when no platform is configured. @throws ConfigError */
export function readSocial(given: SocialEnvironment): SocialSettings | undefined {
  const platforms: SocialPlatforms = Object.fromEntries(SOCIAL_PLATFORMS.map((name) => [name, platform(name, given)]));
  if (Object.values(platforms).every((settings) => !settings)) return undefined;
  const { SOCIAL_TOKEN_KEYS: tokenKeys, PUBLIC_URL: publicUrl } = given;
  if (!tokenKeys) throw new ConfigError('A social platform is set up, SOCIAL_TOKEN_KEYS is missing.');
  if (!publicUrl)
    throw new ConfigError('A social platform is set up, PUBLIC_URL is missing: it sends browsers back there.');
  const tiktok = platforms.tiktok && { ...platforms.tiktok, isAudited: given.TIKTOK_AUDITED ?? false };
  return { ...platforms, tiktok, asksForViews: given.SOCIAL_VIEWS ?? true, tokenKeys, publicUrl };
}

function platform(of: SocialPlatform, given: SocialEnvironment): PlatformSettings | undefined {
  const name = of.toUpperCase() as Uppercase<SocialPlatform>;
  const clientId = given[`${name}_CLIENT_ID`];
  const clientSecret = given[`${name}_CLIENT_SECRET`];
  if (!clientId) return undefined;
  if (!clientSecret) throw new ConfigError(`${name}_CLIENT_ID is set, ${name}_CLIENT_SECRET is missing.`);
  return { clientId, clientSecret, baseUrl: given[`${name}_BASE_URL`]?.replace(/\/+$/, '') };
}

export interface StripeSettings {
  secretKey: string;
  /** Verifies Stripe's webhooks about payments. */
  webhookSecret: string;
  /** Replaces Stripe's own address. */
  baseUrl?: string;
}

type StripeEnvironment = Partial<Record<'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_BASE_URL', string>>;

/** Returns undefined without a key. @throws ConfigError */
export function readStripe(given: StripeEnvironment): StripeSettings | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_BASE_URL: baseUrl } = given;
  if (!secretKey) return undefined;
  if (!webhookSecret) throw new ConfigError('STRIPE_SECRET_KEY is set, STRIPE_WEBHOOK_SECRET is missing.');
  return { secretKey, webhookSecret, baseUrl };
}
