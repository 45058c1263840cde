// `npm run requirements`: shows by area which requirements the last test run proved. `-- --missing AREA` lists the
// unproven ones of an area, `-- --md` prints Markdown. `-- --tests AREA|ROW` prints the tests that carry a row, `--
// --write` writes their files into the list; both read the sources and need no run.
import { readFileSync, writeFileSync } from 'node:fs';
import { main } from './lib/main.mjs';
import { readOptions } from './lib/options.mjs';
import { inRoot } from './lib/paths.mjs';
import { coverage, coverageRows, parseRequirements, withTests } from './lib/requirements.mjs';
import { markdownTable, table } from './lib/table.mjs';
import { filesFor, taggedTests } from './lib/tagged-tests.mjs';
import { STAGES, readResults } from './lib/test-results.mjs';

const { values } = readOptions('npm run requirements [-- --missing AREA | --tests AREA|ROW | --md | --write]', {
  options: {
    missing: { type: 'string' },
    md: { type: 'boolean' },
    tests: { type: 'string' },
    write: { type: 'boolean' },
  },
});
const LIST = inRoot('docs/requirements.tsv');

/** @param {string} wanted an area or the id of a row */
function printTests(wanted) {
  const name = wanted.toUpperCase();
  const rows = parseRequirements(readFileSync(LIST, 'utf8')).filter(({ id, area }) => id === name || area === name);
  if (rows.length === 0) throw new Error(`There is neither an area nor a row ${name}.`);
  const tests = taggedTests();
  for (const { id, requirement } of rows) {
    console.log(`${id}\t${requirement}`);
    const carrying = tests.filter(({ ids }) => ids.includes(id));
    for (const { file, line, title } of carrying) console.log(`  ${file}:${line}\t${title}`);
    if (carrying.length === 0) console.log('  no test carries it');
  }
}

function writeTests() {
  const tests = taggedTests();
  writeFileSync(
    LIST,
    withTests(readFileSync(LIST, 'utf8'), (id) => filesFor(tests, id)),
  );
}

function printCoverage() {
  const requirements = parseRequirements(readFileSync(LIST, 'utf8'));
  const runs = STAGES.map((stage) => ({ stage, results: readResults(stage) }));
  const absent = runs.filter(({ results }) => results === null).map(({ stage }) => stage);
  if (absent.length === runs.length) throw new Error('There is no test run to read. Run npm test first.');
  if (absent.length > 0)
    console.error(`No results of ${absent.join(', ')}: requirements proven only there count as missing.`);

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
}

await main(async () => {
  if (values.write) return writeTests();
  if (values.tests) return printTests(values.tests);
  printCoverage();
});
