import { ProviderError } from '../http/provider-errors';

/** Nothing was published, and a later try under the same key may do better: it goes on where this one stopped. */
export class PublishPassing extends ProviderError {
  override readonly name: string = 'PublishPassing';
}

/** The same, and the platform takes nothing before `until`. */
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

/** The platform takes no more of us for this account. Nothing was published; its owner has to connect it again. */
export class AccessRevoked extends ProviderError {
  override readonly name = 'AccessRevoked';
}

/** The platform does not take this post. Nothing was published, and nothing will be without a change to the post. */
export class ContentRefused extends ProviderError {
  override readonly name = 'ContentRefused';
}

/**
 * The platform's answer was lost where it may have published, and it could not say so when it was asked. Another
 * `publish` under the same key is safe: it asks again. Only its author can say what to do when that does not help.
 */
export class PublishOutcomeUnknown extends ProviderError {
  override readonly name = 'PublishOutcomeUnknown';
}
