/** What went over the wire to a provider, without its headers. */
export interface Sent {
  /** The provider's own name. */
  model: string;
  /** Name and version of the texts that it was made with, when it was made with any: 'describe-scene@1'. */
  template?: string;
  body: unknown;
}
