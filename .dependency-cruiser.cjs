const path = require('node:path');

// Import rules. Each rule is proven by a failing case in scripts/lib/dependency-rules.unit.spec.ts.
/** Each folder may import the ones after it in the list, and no other folder of the backend. */
const BACKEND_FLOORS = ['observability', 'eventsourcing', 'infra', 'lib'];
const SHARED = [...BACKEND_FLOORS, 'app', 'bench', 'integrations', 'pages', 'testing', 'tools'].join('|');
/** Folders whose subfolders are domains of their own. Other domains may import only a domain's index.ts, its DOOR. */
const SUITES = 'delivery|money|projects|writing';
/** Matches a domain: every folder of the backend that is not one of the shared ones. */
const DOMAIN = `^backend/src/(?!(?:${SHARED})/)[^/]+/`;
const DOOR = `^backend/src/(?:(?:${SUITES}|accounts)/)?[^/]+/index\\.ts$`;
/** Test rigs and benches, which the product's build leaves out; see `build:backend` in package.json. */
const RIGS = [
  '^contracts/testing/',
  '^(backend|frontend)/src/(bench|testing)/',
  '^backend/src/.*/(bench|testing|conformance|stub)/',
];
const SPEC = '\\.spec\\.tsx?$';
const FRONTEND = '^frontend/src/';
/** Layers of the front end, the highest first: each may import the ones after it. */
const FLOORS = ['app', 'features', 'ui', 'platform'];
const FEATURES = [
  'workspace',
  'history',
  'story',
  'research',
  'posts',
  'narration',
  'landing',
  'dashboard',
  'next-step',
  'film',
  'sharing',
  'credits',
  'runs',
  'audit',
  'batches',
  'cast',
  'pictures',
  'scenes',
  'zaps',
  'styles',
  'uploads',
  'projects',
  'account',
];
/**
 * Makes rules by which a folder may import itself and the ones after it in the list, and nothing else below the root.
 */
const downwards = (name, comment, root, folders) =>
  folders.map((folder, index) => ({
    name,
    comment: `${folders.join(' > ')}. ${comment}`,
    severity: 'error',
    from: { path: `${root}${folder}/` },
    to: { path: root, pathNot: [`${root}(${folders.slice(index).join('|')})/`, '^(backend|frontend)/src/testing/'] },
  }));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'domain-through-its-door',
      comment:
        "Other folders import a domain's index.ts or nothing of it. What only tests and measures may look inside.",
      severity: 'error',
      from: { path: `^backend/src/((?:${SUITES})/[^/]+|[^/]+)/`, pathNot: '^backend/src/(testing|bench)/' },
      to: { path: DOMAIN, pathNot: ['^backend/src/$1/', DOOR] },
    },
    {
      name: 'domain-through-its-door-from-the-root',
      comment: 'app.module.ts and main.ts too.',
      severity: 'error',
      from: { path: '^backend/src/[^/]+\\.ts$' },
      to: { path: DOMAIN, pathNot: DOOR },
    },
    // Specs may use the tables and stubs of a higher layer in their set-up.
    ...downwards(
      'backend-floors-import-downwards',
      'They serve any domain; code that knows a domain belongs into it, or into app.',
      '^backend/src/',
      BACKEND_FLOORS,
    ).map((rule) => ({ ...rule, from: { ...rule.from, pathNot: SPEC } })),
    {
      name: 'integrations-know-no-domain',
      comment: 'A provider answers a request, whichever domain makes it.',
      severity: 'error',
      from: { path: '^backend/src/integrations/' },
      to: { path: [DOMAIN, '^backend/src/(app|pages)/'] },
    },
    {
      name: 'sandbox-stands-alone',
      comment: 'It is a package of its own: it stands on the contracts, and the back end stands on it.',
      severity: 'error',
      from: { path: '^backend/sandbox/' },
      to: { path: '^(backend/src|frontend|scripts)/|@storyreel/(backend|frontend)' },
    },
    {
      name: 'sandbox-through-its-door',
      comment: 'Others import the package, which is its index.ts, or nothing of it.',
      severity: 'error',
      from: { pathNot: '^backend/sandbox/' },
      to: { path: '^backend/sandbox/', pathNot: '^backend/sandbox/(src/index\\.ts|dist/index\\.js)$' },
    },
    {
      name: 'ffmpeg-stands-alone',
      comment: 'It runs one program, for the sandbox and the back end alike, and knows neither.',
      severity: 'error',
      from: { path: '^backend/ffmpeg/' },
      to: { path: '^(backend/(src|sandbox)|contracts|frontend|scripts)/|@storyreel/' },
    },
    {
      name: 'ffmpeg-through-its-door',
      comment: 'Others import the package, which is its index.ts, or nothing of it.',
      severity: 'error',
      from: { pathNot: '^backend/ffmpeg/' },
      to: { path: '^backend/ffmpeg/', pathNot: '^backend/ffmpeg/(src/index\\.ts|dist/index\\.js)$' },
    },
    {
      name: 'sandbox-is-one-provider',
      comment: 'Who puts the providers together knows it; the other providers and the domains do not.',
      severity: 'error',
      from: { path: '^backend/src/', pathNot: ['^backend/src/integrations/([^/]+\\.ts$|sandbox/)', SPEC] },
      to: { path: '^backend/sandbox/|@storyreel/sandbox' },
    },
    {
      name: 'testing-in-tests-only',
      comment: 'What serves tests and measures is no part of the product, and its build does not have it.',
      severity: 'error',
      from: { path: '^(backend|frontend|contracts)/src/', pathNot: [...RIGS, SPEC] },
      to: { path: RIGS },
    },
    {
      name: 'contracts-import-nothing-of-ours',
      comment: 'Both sides stand on the contracts; the contracts stand on zod alone.',
      severity: 'error',
      from: { path: '^contracts/' },
      to: { path: '^(backend|frontend|scripts)/' },
    },
    {
      name: 'contracts-need-zod-only',
      comment: 'They run in the browser and on the server: no Node, no React, no Nest.',
      severity: 'error',
      from: { path: '^contracts/', pathNot: SPEC },
      to: {
        dependencyTypesNot: ['local', 'aliased'],
        pathNot: '(^|/)node_modules/zod/|^@storyreel/contracts$|^contracts/',
      },
    },
    {
      name: 'frontend-imports-no-backend',
      comment: 'They talk over HTTP, in the words of the contracts.',
      severity: 'error',
      from: { path: '^frontend/' },
      to: { path: '^backend/|@storyreel/backend' },
    },
    {
      name: 'backend-imports-no-frontend',
      comment: 'They talk over HTTP, in the words of the contracts.',
      severity: 'error',
      from: { path: '^backend/' },
      to: { path: '^frontend/|@storyreel/frontend' },
    },
    ...downwards('floors-import-downwards', 'What a lower floor needs moves down.', FRONTEND, FLOORS),
    ...downwards('features-import-downwards', 'So they form no circle.', `${FRONTEND}features/`, FEATURES),
    {
      name: 'features-have-an-order',
      comment: 'A feature that is not in the list above has no place yet: give it one.',
      severity: 'error',
      from: { path: `${FRONTEND}features/(?!(${FEATURES.join('|')})/)` },
      to: {},
    },
    {
      name: 'app-serves-main-only',
      comment: 'It puts the parts together; only what starts it, for a browser, the server or a test, imports it.',
      severity: 'error',
      from: { path: '^frontend/', pathNot: [`${FRONTEND}(main|first-look)\\.tsx$`, `${FRONTEND}(app|testing)/`] },
      to: { path: `${FRONTEND}app/` },
    },
    {
      name: 'tabs-stand-alone',
      comment: "A tab imports the workspace's own helpers, and nothing of another tab.",
      severity: 'error',
      from: { path: `${FRONTEND}features/workspace/([^/]+)/` },
      to: { path: `${FRONTEND}features/workspace/[^/]+/`, pathNot: `${FRONTEND}features/workspace/$1/` },
    },
    {
      name: 'platform-has-no-components',
      comment: 'What shows something belongs into ui/.',
      severity: 'error',
      from: { path: FRONTEND },
      to: { path: `${FRONTEND}platform/.*\\.tsx$` },
    },
    {
      name: 'no-circles',
      comment: 'Files that import each other can be understood, tested and loaded only together.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
  ],
  options: {
    // Our own packages resolve to their builds in `dist` once they are built.
    doNotFollow: { path: '(^|/)(node_modules|dist)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: path.join(__dirname, 'backend/tsconfig.json') },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
