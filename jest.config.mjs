// Packages that are published as ES modules only; Jest on Node 20 has to transform them.
const esmOnly = [
  'openid-client',
  'oidc-provider',
  'file-type',
  'jose',
  'oauth4webapi',
  'koa',
  'strtok3',
  'token-types',
  '@tokenizer',
  'uint8array-extras',
  'nanoid',
  'eta',
  'quick-lru',
  '@borewit',
  'lucide-react',
  'archiver',
  'zip-stream',
  'compress-commons',
  'crc32-stream',
  'is-stream',
];
const swc = (tsx) => [
  '@swc/jest',
  {
    swcrc: false,
    sourceMaps: 'inline',
    module: { type: 'commonjs' },
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', decorators: true, tsx },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        react: { runtime: 'automatic', importSource: '@emotion/react' },
      },
      keepClassNames: true,
    },
  },
];
const shared = {
  moduleNameMapper: {
    '^@storyreel/contracts$': '<rootDir>/contracts/src/index.ts',
    '^@storyreel/contracts/testing$': '<rootDir>/contracts/testing/index.ts',
    '^@storyreel/ffmpeg$': '<rootDir>/backend/ffmpeg/src/index.ts',
    '^@storyreel/sandbox$': '<rootDir>/backend/sandbox/src/index.ts',
    '^(.+\\.txt)\\?raw$': '$1',
    '^file-type$': '<rootDir>/node_modules/file-type/index.js',
  },
  transform: {
    '\\.txt$': '<rootDir>/scripts/lib/raw-text-transform.cjs',
    '\\.tsx$': swc(true),
    '\\.ts$': swc(false),
    '\\.m?js$': swc(false),
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join('|')})/)`],
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/', '<rootDir>/.storyreel'],
};
const onNode = {
  runtime: '<rootDir>/scripts/testing/shared-runtime.cjs',
  testEnvironment: '<rootDir>/scripts/testing/shared-node-environment.cjs',
};
const FAULTS = '/backend/src/testing/faults/';
const onPostgres = {
  ...shared,
  ...onNode,
  rootDir: '.',
  moduleNameMapper: {
    ...shared.moduleNameMapper,
    '^(\\.\\./)+lib/limited-process$': '<rootDir>/backend/src/testing/built-programs.ts',
  },
  globalSetup: '<rootDir>/backend/src/testing/jest-global-setup.ts',
  globalTeardown: '<rootDir>/backend/src/testing/jest-global-teardown.ts',
};
export default {
  // Ends tests that hang. The limit is long, because hooks start real servers, which may be slow on a busy machine.
  testTimeout: 120_000,
  // Time for a worker to end after the run, since its test files may share a running application: see end-of-tests.ts.
  workerGracefulExitTimeout: 10_000,
  projects: [
    {
      ...shared,
      ...onNode,
      displayName: 'unit',
      rootDir: '.',
      testMatch: [
        '<rootDir>/{backend,contracts,scripts}/**/*.unit.spec.ts',
        // These components are run by the server, where there is no browser.
        '<rootDir>/frontend/src/*.unit.spec.tsx',
        // Front-end tests that need no page; those that need one are .tsx files.
        '<rootDir>/frontend/src/*/**/*.unit.spec.ts',
      ],
    },
    {
      ...onPostgres,
      displayName: 'int',
      testMatch: ['<rootDir>/backend/src/**/*.{int,api}.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', FAULTS],
    },
    // Slow tests of rare conditions, which only `npm run test:long` runs.
    { ...onPostgres, displayName: 'long', testMatch: ['<rootDir>/backend/{src,sandbox}/**/*.long.spec.ts'] },
    // A separate stage, because killed and hung processes have to recover within seconds and need the machine for
    // themselves.
    {
      ...onPostgres,
      displayName: 'faults',
      testMatch: [`<rootDir>${FAULTS}**/*.${process.env.FAULT_DRAW === 'all' ? '{int,faults}' : 'int'}.spec.ts`],
    },
    {
      ...shared,
      displayName: 'web',
      runtime: '<rootDir>/scripts/testing/shared-runtime.cjs',
      rootDir: '.',
      moduleNameMapper: {
        ...shared.moduleNameMapper,
        '^socket\\.io-client$': '<rootDir>/frontend/src/testing/fake-socket.ts',
      },
      testEnvironment: '<rootDir>/scripts/testing/shared-page-environment.cjs',
      testEnvironmentOptions: { customExportConditions: ['require', 'default'] },
      testMatch: ['<rootDir>/frontend/src/*/**/*.unit.spec.tsx'],
      setupFilesAfterEnv: ['quick-react', 'truthful', 'quick-labels', 'quick-errors', 'unread-styles'].map(
        (name) => `<rootDir>/frontend/src/testing/${name}.ts`,
      ),
    },
  ],
};
