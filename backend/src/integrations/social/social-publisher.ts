import type { ConnectionKind, SocialPlatform, Visibility } from '@storyreel/contracts';

/** The account it goes to, as its owner connected it. */
export interface PublishingAccount {
  /** Ours. What opens the platform is kept under it. */
  id: string;
  /** The platform's own name for the account. */
  accountId: string;
  accountName: string;
}

/** One post on its way to one account. */
export interface Publication {
  /**
   * A UUID, the same for every try: a key is published once at most, whoever asks, how often, and on which node. A new
   * one is for a publication that has certainly failed, or that its author says is not there.
   */
  key: string;
  /** Of the post that it publishes. */
  postId: string;
  ownerId: string;
  platform: SocialPlatform;
  account: PublishingAccount;
  title: string;
  content: string;
  /** Without their '#'. */
  hashtags: readonly string[];
  /** Without their '@'. */
  mentions: readonly string[];
  visibility: Visibility;
  /** Pictures and clips in their order, the film first: addresses of our media or public ones. */
  mediaUrls: readonly string[];
}

export interface Published {
  publishedAt: Date;
  /** Where it can be seen; null when the platform does not say. */
  url: string | null;
  /** The platform's name for it; null when it does not say. */
  externalId: string | null;
}

export type Found =
  | ({ status: 'published' } & Published)
  /** Certainly not published, and nothing is on its way: `publish` may be called. */
  | { status: 'absent' }
  /** The platform cannot say, or does not know it any more. */
  | { status: 'unknown' };

export interface PublishOptions {
  /** Ends the try; the next one goes on where this one stopped. */
  signal: AbortSignal;
  /** From 0 to 1, as far as the platform lets one see it. Told often. */
  onProgress?: (fraction: number) => void;
}

/**
 * A way to publish on one platform. A publisher keeps what it has begun (an upload's address, a container) under the
 * publication's key before the step that could publish, so that a try after a crash, on any node, goes on with it
 * instead of beginning a second one. All that a caller has to keep is the key.
 */
export interface SocialPublisher {
  readonly platform: SocialPlatform;
  readonly kind: ConnectionKind;
  /** For the screen, for example 'Sandbox'. */
  readonly label: string;
  /**
   * Publishes, or answers what was published under this key before. Asks the platform first when an earlier try may
   * have published. It ends by itself: each of its steps has a time, and so has the whole.
   * @throws PublishPassing, PublishRateLimited, AccessRevoked, ContentRefused, PublishOutcomeUnknown; the signal's reason
   */
  publish(publication: Publication, options: PublishOptions): Promise<Published>;
  /**
   * What became of it. Publishes nothing.
   * @throws PublishPassing, PublishRateLimited, AccessRevoked; the signal's reason
   */
  find(publication: Publication, options: Pick<PublishOptions, 'signal'>): Promise<Found>;
}

export interface SocialPublishers {
  /** What publishes for an account of that kind. One that is no longer configured refuses everything as AccessRevoked. */
  of(account: { platform: SocialPlatform; kind: ConnectionKind }): SocialPublisher;
  /** What connecting to a platform means in this installation. */
  kindOf(platform: SocialPlatform): ConnectionKind;
}
export const SOCIAL_PUBLISHERS = Symbol('SocialPublishers');
