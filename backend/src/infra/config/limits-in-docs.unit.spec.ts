import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { FILE_LIMITS, LIMITS } from '@storyreel/contracts';

const operations = readFileSync(resolve(__dirname, '../../../../docs/operations.md'), 'utf8');
const section = /^## Limits$(.*?)^## /ms.exec(operations)?.[1] ?? '';
const told = [...section.matchAll(/^\| `(?:FILE_LIMITS\.)?(\w+)` +\| ([\d,.]+) +\|/gm)].map(
  ([, name, most = '']): [string | undefined, number] => [name, Number(most.replaceAll(',', ''))],
);
const byName = (a: [string | undefined, number], b: [string | undefined, number]): number =>
  `${a[0]} ${a[1]}`.localeCompare(`${b[0]} ${b[1]}`);

it('docs/operations.md states every limit as in the code', () => {
  const limits = [...Object.entries(LIMITS), ...Object.entries(FILE_LIMITS)] as [string, number][];
  expect(told.toSorted(byName)).toEqual(limits.toSorted(byName));
});
