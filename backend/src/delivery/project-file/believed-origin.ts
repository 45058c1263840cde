import type { toldOrigins } from '../../ledger';

type List = NonNullable<ReturnType<typeof toldOrigins>>;
export type FileOrigin = List['origins'] extends Map<string, infer Origin> ? Origin : never;

export interface Told {
  /** The list of origins in the file; null when there is none. */
  list: List | null;
  /** Hashes of files that are stored here for the importer and were made by a model. */
  known: ReadonlyMap<string, { mixed: boolean }>;
}

const STATED: Record<string, FileOrigin> = {
  trainedAlgorithmicMedia: 'generated',
  compositeWithTrainedAlgorithmicMedia: 'edited',
};

/**
 * Decides the origin of a file in a project file. Only a list signed by this installation is fully trusted. Otherwise a
 * label in the file's bytes and the facts known here come first. An untrusted list may declare a file as generated, but
 * its 'uploaded' counts no more than an upload of the same bytes. A file without any statement counts as generated.
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
