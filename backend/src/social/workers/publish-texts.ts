/** What the author of a post reads when it was not published, or nobody knows. `name`: the platform's. */
export const unreachable = (name: string): string =>
  `${name} couldn't be reached for half an hour, so nothing was published. Try again.`;

export const noAnswer = (name: string): string =>
  `${name} didn't confirm that it published this post. Check there before you publish it again.`;

/** The time is the same for every reader. */
export const rateLimited = (name: string, until: Date): string =>
  `${name} accepts no more posts for now. Publish again after ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC.`;
