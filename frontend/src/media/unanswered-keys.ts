import { nanoid } from 'nanoid';

/**
 * A request that got no answer may have been carried out. Sent again with the same content it takes the same key, so
 * that nothing is made and paid for twice; other content takes a new one.
 */
export class UnansweredKeys {
  private readonly unanswered = new Map<string, { content: string; key: string }>();

  /** A random id of 21 characters. */
  keyFor(subject: string, content: string): string {
    const known = this.unanswered.get(subject);
    const key = known?.content === content ? known.key : nanoid();
    this.unanswered.set(subject, { content, key });
    return key;
  }

  /** The server has answered, well or badly: the next request is another one. */
  answered(subject: string): void {
    this.unanswered.delete(subject);
  }
}
