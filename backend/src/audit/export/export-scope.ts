import type { ResolvedFilter } from '../ledger/ledger-filter';
import type { ExportHeader } from './export-format';

const NAMES: Record<keyof ResolvedFilter, string> = {
  from: 'from',
  to: 'until',
  userId: 'of the user',
  projectId: 'of the project',
  kind: 'of the kind',
  provider: 'of the provider',
  model: 'of the model',
  jobId: 'of the job',
  priceVersion: 'at the price version',
};

/** What a file claims to be all of, as a sentence: a file of less is as sound as one of more. */
export function scopeOf({ filter, upTo }: Pick<ExportHeader, 'upTo'> & { filter: ResolvedFilter }): string {
  const parts = Object.entries(NAMES).flatMap(([name, words]) => {
    const value = filter[name as keyof ResolvedFilter];
    return value === undefined ? [] : [`${words} ${value}`];
  });
  const place = `up to position ${BigInt(upTo)} of the log`;
  return parts.length === 0
    ? `It has every entry ${place}.`
    : `It has the entries ${parts.join(', ')}, ${place}, and no others.`;
}
