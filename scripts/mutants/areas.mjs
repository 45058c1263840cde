/**
 * What `npm run test:mutants` mutates, and which tests have to notice. No test here needs Postgres: a mutant costs a
 * second, not the start of a server. What is SQL or wiring is struck by `npm run test:wiring` instead.
 * @typedef {object} Area
 * @property {string} name
 * @property {'unit' | 'web'} stage the project of jest.config.mjs that runs its tests
 * @property {string[]} mutate globs below the project's folder
 * @property {string[]} tests regular expressions, as `npm test` takes them
 */

/** @type {Area[]} */
export const AREAS = [
  {
    name: 'zaps',
    stage: 'unit',
    mutate: ['backend/src/zaps/{domain,views}/*.ts'],
    // The model and the interleavings try thousands of histories, too many for every mutant.
    tests: ['^backend/src/zaps/(domain|views)/(?!wallet-model)'],
  },
  {
    name: 'autosave',
    stage: 'web',
    mutate: ['frontend/src/platform/autosave/autosave*.ts'],
    tests: ['^frontend/src/platform/autosave/autosave'],
  },
  {
    name: 'presenters',
    stage: 'unit',
    mutate: ['backend/src/*/views/present-*.ts'],
    tests: ['^backend/src/[^/]+/views/'],
  },
  {
    name: 'views',
    stage: 'unit',
    mutate: ['backend/src/{chat,social,storyboard}/views/*.view.ts', 'backend/src/generation/views/*.view.ts'],
    tests: ['^backend/src/(chat|social|storyboard)/views/', '^backend/src/generation/kinds/'],
  },
  {
    name: 'queue',
    stage: 'unit',
    mutate: ['backend/src/generation/workers/*.ts'],
    tests: ['^backend/src/generation/'],
  },
  {
    name: 'domain',
    stage: 'unit',
    mutate: ['backend/src/{chat,social,story-ai,storyboard,generation}/domain/*.ts'],
    tests: ['^backend/src/(chat|social|story-ai|storyboard|generation)/'],
  },
  {
    name: 'publisher',
    stage: 'unit',
    mutate: ['backend/src/social/workers/*.ts', 'backend/src/providers/social/*/*-{verdict,chunks}.ts'],
    tests: ['^backend/src/(social|providers/social)/'],
  },
];
