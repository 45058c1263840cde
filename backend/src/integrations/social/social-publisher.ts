import type {
  ConnectionKind,
  ImageFit,
  SocialPlatform,
  TikTokCreator,
  TikTokSettings,
  Visibility,
} from '@storyreel/contracts';
import type { SocialStatistics } from './statistics';

/** The target account, as its owner connected it. */
export interface PublishingAccount {
  /** The product's id, under which the tokens are stored. */
  id: string;
  /** The platform's id of the account. */
  accountId: string;
  accountName: string;
}

/** One post to be published on one account. */
export interface Publication {
  /**
   * A UUID, the same for every attempt: a key is published at most once, whatever the number of attempts and nodes. Use
   * a new key only after a publication has certainly failed, or its author reports it as missing.
   */
  key: string;
  /** The post to publish. */
  postId: string;
  ownerId: string;
  platform: SocialPlatform;
  account: PublishingAccount;
  title: string;
  content: string;
  /** Hashtags without their '#'. */
  hashtags: readonly string[];
  /** Mentions without their '@'. */
  mentions: readonly string[];
  visibility: Visibility;
  /** TikTok's choices; null for other platforms, and for posts planned before TikTok asked for them. */
  tiktok: TikTokSettings | null;
  /** Addresses of the images and clips in order, the film first: stored media or public addresses. */
  mediaUrls: readonly string[];
  /** Default: pad. */
  imageFit?: ImageFit;
  /** Poster of the film, for platforms that take a custom thumbnail. */
  thumbnailUrl?: string;
}

export interface Published {
  publishedAt: Date;
  /** Address of the published post; null if the platform does not provide it. */
  url: string | null;
  /** The platform's id of the post; null if it does not provide one. */
  externalId: string | null;
  /** True when the platform shows the post to its author alone, although the author chose otherwise. */
  madePrivate?: boolean;
  /** Sentences for the author about a post that was not published exactly as requested. */
  notes?: string[];
}

export type Found =
  | ({ status: 'published' } & Published)
  /** Certainly not published and not in progress: `publish` may be called. */
  | { status: 'absent' }
  /** The platform cannot tell the outcome, or no longer can. */
  | { status: 'unknown' };

export interface PublishOptions {
  /** Aborts the attempt; the next one resumes where it stopped. */
  signal: AbortSignal;
  /** Called often with the progress from 0 to 1, if the platform reports it. */
  onProgress?: (fraction: number) => void;
}

/**
 * Publishes on one platform. Before the step that could publish, a publisher stores its progress (an upload's address,
 * a container) under the publication's key, so that an attempt after a crash, on any node, resumes instead of starting
 * a second publication. A caller only needs to keep the key.
 */
export interface SocialPublisher {
  readonly platform: SocialPlatform;
  readonly kind: ConnectionKind;
  /** Name shown on screen, for example 'Sandbox'. */
  readonly label: string;
  /**
   * Publishes, or returns the earlier publication under this key. Queries the platform first if an earlier attempt may
   * have published. Always ends: each step and the whole attempt have a timeout.
   * @throws PublishPassing, PublishRateLimited, AccessRevoked, ContentRefused, PublishOutcomeUnknown; the signal's
   * reason
   */
  publish(publication: Publication, options: PublishOptions): Promise<Published>;
  /**
   * Returns the publication's outcome without publishing.
   * @throws PublishPassing, PublishRateLimited, AccessRevoked; the signal's reason
   */
  find(publication: Publication, options: Pick<PublishOptions, 'signal'>): Promise<Found>;
  /**
   * Asks TikTok which settings an account may choose; absent on other platforms.
   * @throws as `find`, and InstallationTrouble
   */
  creator?(account: Pick<PublishingAccount, 'id'>, signal: AbortSignal): Promise<TikTokCreator>;
  /** Reads views, likes and comments; absent where this installation does not read them. */
  readonly statistics?: SocialStatistics;
}

export interface SocialPublishers {
  /**
   * Returns the publisher for an account. If the account's platform is no longer configured, the publisher rejects
   * everything with AccessRevoked.
   */
  of(account: { platform: SocialPlatform; kind: ConnectionKind }): SocialPublisher;
  /** Returns the kind of new connections to the platform in this installation. */
  kindOf(platform: SocialPlatform): ConnectionKind;
}
export const SOCIAL_PUBLISHERS = Symbol('SocialPublishers');
