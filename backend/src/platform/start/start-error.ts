/** The start cannot go on. Its message is the one sentence that is printed: what is wrong and what to do about it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
