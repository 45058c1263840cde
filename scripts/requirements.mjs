// `npm run requirements`: which requirements the last test run proved, by area.
// `-- --missing AREA` lists what an area still lacks, `-- --md` prints Markdown.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { main } from './lib/main.mjs';
import { inRoot } from './lib/paths.mjs';
import { coverage, coverageRows, parseRequirements } from './lib/requirements.mjs';
import { markdownTable, table } from './lib/table.mjs';
import { STAGES, readResults } from './lib/test-results.mjs';

const { values } = parseArgs({ options: { missing: { type: 'string' }, md: { type: 'boolean' } } });

await main(async () => {
  const requirements = parseRequirements(readFileSync(inRoot('docs/requirements.tsv'), 'utf8'));
  const runs = STAGES.map((stage) => ({ stage, results: readResults(stage) }));
  const absent = runs.filter(({ results }) => results === null).map(({ stage }) => stage);
  if (absent.length === runs.length) throw new Error('There is no test run to read. Run npm test first.');
  if (absent.length > 0)
    console.error(`No results of ${absent.join(', ')}: what only they prove is counted as missing.`);

  const { areas, unknown } = coverage(
    requirements,
    runs.flatMap(({ results }) => results ?? []),
  );
  if (values.missing) {
    const name = values.missing.toUpperCase();
    const area = areas.find((candidate) => candidate.area === name);
    if (!area) throw new Error(`There is no area ${name}; there are ${areas.map((each) => each.area).join(', ')}.`);
    for (const { id, requirement } of area.missing) console.log(`${id}\t${requirement}`);
    console.log(`${area.missing.length} of ${area.total} requirements of ${name} are not proven.`);
  } else {
    console.log((values.md ? markdownTable : table)(['area', 'proven', 'of'], coverageRows(areas)));
  }
  if (unknown.length > 0) {
    const list = unknown.map(({ id, title }) => `  ${id} in '${title}'`).join('\n');
    throw new Error(`Tests carry ids that are no requirement's:\n${list}`);
  }
});
