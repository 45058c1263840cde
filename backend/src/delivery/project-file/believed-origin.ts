import type { toldOrigins } from '../../ledger';

type List = NonNullable<ReturnType<typeof toldOrigins>>;
export type FileOrigin = List['origins'] extends Map<string, infer Origin> ? Origin : never;

export interface Told {
  /** The list of origins in the file; null when there is none. */
  list: List | null;
  /** Model-made files that the importer has stored here, by the hash of their bytes. */
  known: ReadonlyMap<string, { mixed: boolean }>;
}

const STATED: Record<string, FileOrigin> = {
  trainedAlgorithmicMedia: 'generated',
  compositeWithTrainedAlgorithmicMedia: 'edited',
};

/**
 * Decides the origin of a file in a project file. A list signed by this installation is fully trusted. Otherwise the
 * label in the file's bytes and the origins known to this installation decide first. An untrusted list may declare a
 * file as generated; if it declares a file as 'uploaded', the file counts like any upload of the same bytes. A file
 * without any statement counts as generated.
 * @param stated the label in the file's bytes, if any
 */
export function believedOrigin(sha256: string, stated: string | null, { list, known }: Told): FileOrigin {
  const claim = list?.origins.get(sha256);
  if (list?.isTrusted === true && claim !== undefined) return claim;
  const here = known.get(sha256);
  if (here) return here.mixed ? 'edited' : 'generated';
  const label = stated === null ? undefined : STATED[stated];
  return label ?? claim ?? 'generated';
}
