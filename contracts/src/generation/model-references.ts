/** Reference pictures that a model takes. */
export interface ReferenceInput {
  most: number;
  /** True when they go along with a first frame; otherwise a clip begins with one or is made from the other. */
  besidesFirstFrame: boolean;
}

/** By prefix of the model's name at its provider, longest first. */
const TAKEN: readonly [string, ReferenceInput][] = [
  // platform.openai.com/docs/api-reference/images/createEdit, read on 27 November 2026.
  ['gpt-image-', { most: 16, besidesFirstFrame: false }],
  ['sandbox', { most: 16, besidesFirstFrame: true }],
];

/** Returns the reference pictures that a model takes; undefined for a model that takes none. */
export const referencesOf = (model: string): ReferenceInput | undefined =>
  TAKEN.find(([prefix]) => model.startsWith(prefix))?.[1];
