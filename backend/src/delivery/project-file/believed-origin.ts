import type { toldOrigins } from '../../ledger';

type List = NonNullable<ReturnType<typeof toldOrigins>>;
export type FileOrigin = List['origins'] extends Map<string, infer Origin> ? Origin : never;

export interface Told {
  /** The list of origins in the file; null when there is none. */
  list: List | null;
  /** Files that the importer has here and that a model made, by their hash. */
  known: ReadonlyMap<string, { mixed: boolean }>;
}

const STATED: Record<string, FileOrigin> = {
  trainedAlgorithmicMedia: 'generated',
  compositeWithTrainedAlgorithmicMedia: 'edited',
};

/**
 * Decides where a file of a project file comes from. Only a list that this installation has signed is believed in all.
 * Otherwise a label in the file's bytes and what is known here come first; a list may say that a model made a file, and
 * 'uploaded' counts for no more than an upload of the same bytes; a file that nothing is said of counts as generated.
 * @param stated the label in its bytes, if any
 */
export function believedOrigin(sha256: string, stated: string | null, { list, known }: Told): FileOrigin {
  const claim = list?.origins.get(sha256);
  if (list?.isTrusted === true && claim !== undefined) return claim;
  const here = known.get(sha256);
  if (here) return here.mixed ? 'edited' : 'generated';
  const label = stated === null ? undefined : STATED[stated];
  return label ?? claim ?? 'generated';
}
