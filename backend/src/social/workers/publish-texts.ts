/** What the author of a post reads when it was not published, or nobody knows. `name`: the platform's. */
export const unreachable = (name: string): string =>
  `${name} could not be reached for half an hour. Nothing was published. Publish it again.`;

export const noAnswer = (name: string): string =>
  `${name} did not answer whether it has published this post. Look there before you publish it again.`;

/** The time is the same for every reader. */
export const rateLimited = (name: string, until: Date): string =>
  `${name} takes no more posts for now. Publish it again after ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC.`;
