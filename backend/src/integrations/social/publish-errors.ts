import { ProviderError } from '../http/provider-errors';

/** Nothing was published; a later attempt under the same key may succeed, and resumes where this attempt stopped. */
export class PublishPassing extends ProviderError {
  override readonly name: string = 'PublishPassing';
}

/**
 * Like PublishPassing: the platform refuses this installation, not the account, until the operator corrects a setting.
 */
export class InstallationTrouble extends PublishPassing {
  override readonly name = 'InstallationTrouble';
}

/** Like PublishPassing, and the platform accepts nothing before `until`. */
export class PublishRateLimited extends PublishPassing {
  override readonly name = 'PublishRateLimited';

  constructor(
    message: string,
    readonly until: Date,
    cause?: unknown,
  ) {
    super(message, cause);
  }
}

/**
 * The platform no longer accepts requests for this account. Nothing was published; the owner must connect the account
 * again.
 */
export class AccessRevoked extends ProviderError {
  override readonly name = 'AccessRevoked';
}

/** The account's owner has not granted the permission to read numbers, which publishing does not need. */
export class ScopeMissing extends ProviderError {
  override readonly name = 'ScopeMissing';
}

/** The platform refuses this post. Nothing was published, and nothing will be until the post is changed. */
export class ContentRefused extends ProviderError {
  override readonly name = 'ContentRefused';
}

/**
 * The answer to a request that may have published was lost, and a query did not settle the outcome. Another `publish`
 * under the same key is safe, because it queries first. If the outcome stays unknown, only the post's author can
 * decide.
 */
export class PublishOutcomeUnknown extends ProviderError {
  override readonly name = 'PublishOutcomeUnknown';
}
