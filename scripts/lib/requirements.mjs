/** @typedef {{ id: string, area: string, requirement: string, tests: string[] }} Requirement */
/** @typedef {{ area: string, total: number, covered: number, missing: Requirement[] }} AreaCoverage */

/** '[SHELL-05]' or '[SHELL-05, SHELL-06]', anywhere in a title. */
const TAG = /\[([A-Z]+-\d+(?:\s*,\s*[A-Z]+-\d+)*)\]/g;

/**
 * @param {string} tsv columns id, area, layer, requirement, source, and the tests' files, with a header line
 * @returns {Requirement[]}
 */
export function parseRequirements(tsv) {
  const rows = tsv
    .split('\n')
    .slice(1)
    .filter((line) => line.trim() !== '');
  return rows.map((line) => {
    const [id = '', area = '', , requirement = '', , tests = ''] = line.split('\t');
    return { id, area, requirement, tests: tests.split(';').filter((file) => file !== '') };
  });
}

/** Number of hand-written columns; the tests' files come after them. */
const WRITTEN = 5;

/**
 * Returns the list with the present files of the tests.
 * @param {string} tsv
 * @param {(id: string) => string[]} filesOf
 */
export function withTests(tsv, filesOf) {
  const [head = '', ...lines] = tsv.split('\n');
  const written = (/** @type {string} */ line) => line.split('\t').slice(0, WRITTEN);
  const rows = lines.map((line) => {
    if (line.trim() === '') return line;
    const cells = written(line);
    return [...cells, filesOf(cells[0] ?? '').join(';')].join('\t');
  });
  return [[...written(head), 'tests'].join('\t'), ...rows].join('\n');
}

/** Returns the requirement ids in a test's title. @param {string} title */
export const idsIn = (title) => [...title.matchAll(TAG)].flatMap(([, ids = '']) => ids.split(/\s*,\s*/));

/**
 * Computes which requirements are proven: those with at least one passed test that carries the id and no failed one.
 * @param {Requirement[]} requirements
 * @param {Pick<import('./test-results.mjs').TestResult, 'title' | 'outcome'>[]} results
 * @returns {{ areas: AreaCoverage[], unknown: { id: string, title: string }[] }} `unknown`: tags of no requirement
 */
export function coverage(requirements, results) {
  const known = new Set(requirements.map(({ id }) => id));
  const passed = new Set();
  const failed = new Set();
  const unknown = [];
  for (const { title, outcome } of results) {
    for (const id of idsIn(title)) {
      if (!known.has(id)) unknown.push({ id, title });
      if (outcome === 'passed') passed.add(id);
      if (outcome === 'failed') failed.add(id);
    }
  }
  const names = [...new Set(requirements.map(({ area }) => area))];
  const areas = names.map((area) => {
    const rows = requirements.filter((row) => row.area === area);
    const missing = rows.filter(({ id }) => !passed.has(id) || failed.has(id));
    return { area, total: rows.length, covered: rows.length - missing.length, missing };
  });
  return { areas, unknown };
}

/** @param {AreaCoverage[]} areas @returns {string[][]} rows of area, covered, total, with a last row for all */
export function coverageRows(areas) {
  const all = areas.reduce(
    (sum, { total, covered }) => ({ total: sum.total + total, covered: sum.covered + covered }),
    { total: 0, covered: 0 },
  );
  return [...areas, { area: 'all', ...all }].map(({ area, covered, total }) => [area, String(covered), String(total)]);
}
