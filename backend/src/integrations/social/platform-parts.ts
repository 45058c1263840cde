import { setTimeout as delay } from 'node:timers/promises';
import type { SocialPlatform } from '@storyreel/contracts';
import type { Pool } from 'pg';
import type { Clock } from '../../lib/time';
import type { PlatformSettings, SocialSettings } from '../../infra/config/integration-settings';
import type { MediaStore } from '../../infra/storage';
import { BegunPublications } from './begun-publications';
import { InstagramPublisher } from './instagram/instagram-publisher';
import { INSTAGRAM_ADDRESSES, InstagramOAuth } from './instagram/instagram-oauth';
import type { PlatformOAuth } from './oauth/platform-oauth';
import { TIKTOK_ADDRESSES, TikTokOAuth } from './tiktok/tiktok-oauth';
import { YOUTUBE_ADDRESSES, YouTubeOAuth } from './youtube/youtube-oauth';
import type { RetryBudget, PlatformPublisher, PublisherParts, Step } from './platform-publisher';
import { PublicationMedia } from './publication-media';
import { TikTokPublisher } from './tiktok/tiktok-publisher';
import { PlatformTokens } from './tokens/platform-tokens';
import { TokenCipher } from '../../infra/sealing/token-cipher';
import { PlatformWire, WIRE_LIMITS, type WireLimits } from './wire/platform-wire';
import { YouTubePublisher } from './youtube/youtube-publisher';

export const RETRY_BUDGET: RetryBudget = {
  pollMs: 4_000,
  totalMs: 30 * 60_000,
  losses: 5,
  sleep: (ms, signal) => delay(ms, undefined, { signal }),
};
/**
 * Lifetime of an Instagram container
 * (developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-container, read 2026-11-28).
 */
const SHARED_MS = 24 * 60 * 60 * 1_000;

/** Null when no platform is configured. */
export const CONFIGURED_PLATFORMS = Symbol('ConfiguredPlatforms');

/** The platforms configured in this installation. */
export interface ConfiguredPlatforms {
  tokens: PlatformTokens;
  publishers: Partial<Record<SocialPlatform, PlatformPublisher<Step>>>;
  oauth: Partial<Record<SocialPlatform, PlatformOAuth>>;
  prepare(): Promise<void>;
}

export interface PlatformNeeds {
  pool: Pool;
  clock: Clock;
  media: Pick<MediaStore, 'open' | 'shareUrlOf'>;
  patience?: Partial<RetryBudget>;
  limits?: Partial<WireLimits>;
}

export function configuredPlatforms(settings: SocialSettings, needs: PlatformNeeds): ConfiguredPlatforms {
  const { pool, clock, media } = needs;
  const { youtube, instagram, tiktok, publicUrl, asksForViews = true } = settings;
  const cipher = new TokenCipher(settings.tokenKeys);
  const wireOf = ({ baseUrl }: PlatformSettings) =>
    new PlatformWire(baseUrl === undefined ? [] : [baseUrl], { ...WIRE_LIMITS, ...needs.limits });
  const oauth: ConfiguredPlatforms['oauth'] = {};
  const tokens = new PlatformTokens(pool, cipher, oauth, clock);
  const begun = new BegunPublications(pool, cipher);
  const patience = { ...RETRY_BUDGET, ...needs.patience };
  const publishers: ConfiguredPlatforms['publishers'] = {};
  const partsOf = (platform: PlatformSettings, api: string): PublisherParts => {
    const parts = { tokens, begun, clock, patience, media: new PublicationMedia(media), wire: wireOf(platform) };
    return { ...parts, asksForViews, baseUrl: platform.baseUrl ?? api };
  };
  if (youtube) {
    oauth.youtube = new YouTubeOAuth(youtube, wireOf(youtube), clock);
    publishers.youtube = new YouTubePublisher(partsOf(youtube, YOUTUBE_ADDRESSES.api));
  }
  if (instagram) {
    const share = (key: string) =>
      new URL(media.shareUrlOf(key, new Date(clock.now().getTime() + SHARED_MS)), publicUrl).href;
    oauth.instagram = new InstagramOAuth(instagram, wireOf(instagram), clock, asksForViews);
    publishers.instagram = new InstagramPublisher(partsOf(instagram, INSTAGRAM_ADDRESSES.api), share);
  }
  if (tiktok) {
    oauth.tiktok = new TikTokOAuth(tiktok, wireOf(tiktok), clock, asksForViews);
    publishers.tiktok = new TikTokPublisher(partsOf(tiktok, TIKTOK_ADDRESSES.api), tiktok.isAudited ?? false);
  }
  const prepare = async (): Promise<void> => {
    await tokens.prepare();
    await begun.prepare();
  };
  return { tokens, publishers, oauth, prepare };
}
