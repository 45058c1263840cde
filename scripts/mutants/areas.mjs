/**
 * The code that `npm run test:mutants` mutates, and the tests that have to notice. No test here needs Postgres: a
 * mutant costs a second instead of a server's start. SQL and wiring are covered by `npm run test:wiring`.
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
    mutate: ['backend/src/money/zaps/{domain,views}/*.ts'],
    // The model and the interleavings try thousands of histories, too slow for every mutant.
    tests: ['^backend/src/money/zaps/(domain|views)/(?!wallet-model)'],
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
    mutate: ['backend/src/projects/storyboard/views/presenters.ts', 'backend/src/batches/views/batch-list.view.ts'],
    tests: ['^backend/src/(projects/storyboard|batches)/views/'],
  },
  {
    name: 'views',
    stage: 'unit',
    mutate: [
      'backend/src/writing/chat/*.view.ts',
      'backend/src/{publishing,projects/storyboard,generation}/views/*.view.ts',
    ],
    tests: [
      '^backend/src/(writing/chat|publishing/views|projects/storyboard/views)/',
      '^backend/src/generation/kinds/',
    ],
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
    mutate: [
      'backend/src/{publishing,writing/story-ai,projects/storyboard,generation}/domain/*.ts',
      'backend/src/writing/chat/{chat,chat-commands}.ts',
    ],
    tests: ['^backend/src/(publishing|writing|projects/storyboard|generation)/'],
  },
  {
    name: 'publisher',
    stage: 'unit',
    mutate: ['backend/src/publishing/workers/*.ts', 'backend/src/integrations/social/*/*-publisher.ts'],
    tests: ['^backend/src/(publishing|integrations/social)/'],
  },
];
