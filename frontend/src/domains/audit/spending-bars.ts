import type { SpendingRow } from '@storyreel/contracts';
import type { BarItem } from '../../ui';
import { formatUsd, readable, zapsInWords } from '../zaps/format';
import type { SpendingQuestion } from './keys';

type By = SpendingQuestion['by'];

/** A kind of work reads 'Image', a project by its title. */
export function rowName({ key, label }: SpendingRow, by: By): string {
  if (key === '') return by === 'project' ? 'No project' : 'Other';
  return by === 'kind' ? readable(label || key) : label || key;
}

const times = (count: number): string => (count === 1 ? '1 run' : `${count} runs`);

/** What was spent, a bar a row. */
export const zapBars = (rows: readonly SpendingRow[], by: By): BarItem[] =>
  rows.map((row) => ({
    key: row.key,
    label: rowName(row, by),
    value: row.zaps,
    shown: zapsInWords(row.zaps),
    note: [times(row.count), row.refunded > 0 && `${zapsInWords(row.refunded)} refunded`].filter(Boolean).join(', '),
  }));

/** Of what was made, the part that is still in its scene. A whole bar is all of it, however much that is: no zaps are drawn. */
export const keptBars = (rows: readonly SpendingRow[], by: By): BarItem[] =>
  rows
    .filter(({ made }) => made > 0)
    .map((row) => ({
      key: row.key,
      label: rowName(row, by),
      value: 1,
      strong: row.kept / row.made,
      shown: `${row.kept} of ${row.made} kept`,
      note: row.discarded > 0 ? `${row.discarded} discarded` : undefined,
    }));

/** The price of the zaps, of which the darker part is what providers asked; what is left is the margin. */
export const marginBars = (rows: readonly SpendingRow[], by: By): BarItem[] =>
  rows.flatMap((row) => {
    const { usd, marginUsd } = row;
    if (usd === null || marginUsd === null) return [];
    const sold = usd + marginUsd;
    return [
      {
        key: row.key,
        label: rowName(row, by),
        value: Math.max(sold, usd),
        strong: sold > usd ? usd / sold : 1,
        shown: `${formatUsd(marginUsd)} margin`,
        note: `Sold for ${formatUsd(sold)}, provider cost ${formatUsd(usd)}`,
      },
    ];
  });
