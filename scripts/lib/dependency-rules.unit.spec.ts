import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inRoot } from './paths.mjs';
import { run } from './run.mjs';

interface Cruised {
  summary: { violations: { from: string; to: string; rule: { name: string } }[] };
}

/** Each case has its own folder, so that one run of the tool checks all of them. */
const ALLOWED: Record<string, string> = {
  'backend/src/batches/index.ts': `export { scene } from './scene';`,
  'backend/src/batches/scene.ts': `import { clock } from '../lib/clock'; export const scene = clock;`,
  'backend/src/batches/scene.unit.spec.ts': `import { given } from '../testing/given'; given();`,
  'backend/src/lib/clock.ts': `import path from 'node:path'; export const clock = path.sep;`,
  'backend/src/lib/clock.int.spec.ts': `import { given } from '../testing/given'; given();`,
  'backend/src/eventsourcing/log/stub/server.ts': `import { given } from '../../../testing/given'; export const stub = given;`,
  'backend/src/testing/given.ts': `import { scene } from '../batches'; export const given = () => scene;`,
  'backend/src/projects/uses-the-door.ts': `import { scene } from '../batches'; export const used = scene;`,
  'backend/src/money/zaps/wallet.ts': `export const wallet = 1;`,
  'backend/src/money/zaps/index.ts': `export { wallet } from './wallet';`,
  'backend/src/money/payments/uses-the-door.ts': `import { wallet } from '../zaps'; export const used = wallet;`,
  'backend/src/infra/tables.int.spec.ts': `import { log } from '../eventsourcing/log'; log;`,
  'backend/src/eventsourcing/log.ts': `export const log = 1;`,
  'backend/src/app/uses-the-door.ts': `import { scene } from '../batches'; export const used = scene;`,
  'backend/sandbox/src/index.ts': `export { draw } from './draw';`,
  'backend/sandbox/src/draw.ts': `import { field } from '../../../contracts/src/field'; export const draw = field;`,
  'backend/ffmpeg/src/index.ts': `export { run } from './run';`,
  'backend/ffmpeg/src/run.ts': `export const run = 1;`,
  'backend/src/films/renders.ts': `import { run } from '../../ffmpeg/src'; export const renders = run;`,
  'backend/src/integrations/offline.ts': `import { draw } from '../../sandbox/src'; export const offline = draw;`,
  'contracts/src/field.ts': `import { z } from 'zod'; export const field = z.string();`,
  'contracts/src/form.ts': `import { field } from './field'; export const form = field;`,
  'contracts/testing/cases.ts': `import { form } from '../src/form'; export const cases = form;`,
  'backend/src/batches/scene.api.spec.ts': `import { cases } from '../../../contracts/testing/cases'; cases;`,
  'frontend/src/platform/client.ts': `import { field } from '../../../contracts/src/field'; export const client = field;`,
  'frontend/src/platform/client.unit.spec.ts': `import { render } from '../testing/render'; render();`,
  'frontend/src/ui/button.tsx': `import { client } from '../platform/client'; export const button = client;`,
  'frontend/src/features/projects/badge.tsx': `import { button } from '../../ui/button'; export const badge = button;`,
  'frontend/src/features/scenes/card.ts': `import { badge } from '../projects/badge'; export const card = badge;`,
  'frontend/src/features/workspace/GoTo.tsx': `import { card } from '../../features/scenes/card'; export const GoTo = card;`,
  'frontend/src/features/workspace/create/CreateTab.tsx': `import { GoTo } from '../GoTo'; export const CreateTab = GoTo;`,
  'frontend/src/features/workspace/Tabs.tsx': `import { CreateTab } from './create/CreateTab'; export const Tabs = CreateTab;`,
  'frontend/src/app/App.tsx': `import { Tabs } from '../features/workspace/Tabs'; export const App = Tabs;`,
  'frontend/src/main.tsx': `import { App } from './app/App'; App;`,
  'frontend/src/testing/render.ts': `import { App } from '../app/App'; export const render = () => App;`,
};

const FORBIDDEN: [rule: string, file: string, text: string][] = [
  ['domain-through-its-door', 'backend/src/projects/value.ts', `import { scene } from '../batches/scene'; scene;`],
  [
    'domain-through-its-door',
    'backend/src/projects/type.ts',
    `import type { scene } from '../batches/scene'; let a: typeof scene;`,
  ],
  [
    'domain-through-its-door',
    'backend/src/money/payments/value.ts',
    `import { wallet } from '../zaps/wallet'; wallet;`,
  ],
  ['domain-through-its-door', 'backend/src/app/job.ts', `import { scene } from '../batches/scene'; scene;`],
  [
    'domain-through-its-door-from-the-root',
    'backend/src/second-main.ts',
    `import { scene } from './batches/scene'; scene;`,
  ],
  [
    'backend-floors-import-downwards',
    'backend/src/lib/views/runner.ts',
    `import { scene } from '../../batches'; scene;`,
  ],
  [
    'backend-floors-import-downwards',
    'backend/src/lib/uses-provider.ts',
    `import { draw } from '../integrations/draw'; draw;`,
  ],
  ['backend-floors-import-downwards', 'backend/src/infra/up.ts', `import { log } from '../eventsourcing/log'; log;`],
  [
    'integrations-know-no-domain',
    'backend/src/integrations/draw.ts',
    `import { scene } from '../batches'; export const draw = scene;`,
  ],
  ['sandbox-stands-alone', 'backend/sandbox/src/peek.ts', `import { clock } from '../../src/lib/clock'; clock;`],
  ['sandbox-stands-alone', 'backend/sandbox/src/package.ts', `import '@storyreel/backend';`],
  [
    'sandbox-through-its-door',
    'backend/src/integrations/window.ts',
    `import { draw } from '../../sandbox/src/draw'; draw;`,
  ],
  ['ffmpeg-stands-alone', 'backend/ffmpeg/src/peek.ts', `import { clock } from '../../src/lib/clock'; clock;`],
  ['ffmpeg-stands-alone', 'backend/ffmpeg/src/draws.ts', `import { draw } from '../../sandbox/src'; draw;`],
  ['ffmpeg-through-its-door', 'backend/src/films/window.ts', `import { run } from '../../ffmpeg/src/run'; run;`],
  [
    'sandbox-is-one-provider',
    'backend/src/integrations/openai/borrow.ts',
    `import { draw } from '../../../sandbox/src'; draw;`,
  ],
  ['sandbox-is-one-provider', 'backend/src/batches/draws.ts', `import { draw } from '../../sandbox/src'; draw;`],
  ['testing-in-tests-only', 'backend/src/projects/cheat.ts', `import { given } from '../testing/given'; given();`],
  [
    'testing-in-tests-only',
    'backend/src/eventsourcing/log/cheat.ts',
    `import { stub } from './stub/server'; export const log = stub;`,
  ],
  ['testing-in-tests-only', 'contracts/src/cheat.ts', `import { cases } from '../testing/cases'; cases;`],
  [
    'contracts-import-nothing-of-ours',
    'contracts/testing/peek.ts',
    `import { clock } from '../../backend/src/lib/clock'; clock;`,
  ],
  ['contracts-need-zod-only', 'contracts/testing/node.ts', `import path from 'node:path'; path.sep;`],
  [
    'contracts-import-nothing-of-ours',
    'contracts/src/peek.ts',
    `import { clock } from '../../backend/src/lib/clock'; clock;`,
  ],
  ['contracts-need-zod-only', 'contracts/src/node.ts', `import path from 'node:path'; path.sep;`],
  ['contracts-need-zod-only', 'contracts/src/react.ts', `import React from 'react'; React;`],
  ['contracts-need-zod-only', 'contracts/src/nest.ts', `import { Module } from '@nestjs/common'; Module;`],
  [
    'frontend-imports-no-backend',
    'frontend/src/peek.ts',
    `import { clock } from '../../backend/src/lib/clock'; export const peek = clock;`,
  ],
  ['frontend-imports-no-backend', 'frontend/src/package.ts', `import '@storyreel/backend';`],
  [
    'backend-imports-no-frontend',
    'backend/src/styles/peek.ts',
    `import { card } from '../../../frontend/src/features/scenes/card'; card;`,
  ],
  ['testing-in-tests-only', 'frontend/src/ui/cheat.ts', `import { render } from '../testing/render'; render();`],
  [
    'floors-import-downwards',
    'frontend/src/platform/asks-a-domain.ts',
    `import { card } from '../features/scenes/card'; card;`,
  ],
  ['floors-import-downwards', 'frontend/src/platform/shows.ts', `import { button } from '../ui/button'; button;`],
  [
    'floors-import-downwards',
    'frontend/src/ui/knows.tsx',
    `import { badge } from '../features/projects/badge'; badge;`,
  ],
  ['floors-import-downwards', 'frontend/src/features/audit/starts.ts', `import { App } from '../../app/App'; App;`],
  ['floors-import-downwards', 'frontend/src/app/restarts.ts', `import '../main';`],
  ['floors-import-downwards', 'frontend/src/features/audit/leaves.ts', `import { peek } from '../../peek'; peek;`],
  ['features-import-downwards', 'frontend/src/features/projects/up.ts', `import { card } from '../scenes/card'; card;`],
  ['features-have-an-order', 'frontend/src/features/novel/page.ts', `import { card } from '../scenes/card'; card;`],
  ['app-serves-main-only', 'frontend/src/second-main.ts', `import { App } from './app/App'; App;`],
  ['app-serves-main-only', 'frontend/e2e/inside.e2e.ts', `import { App } from '../src/app/App'; App;`],
  [
    'tabs-stand-alone',
    'frontend/src/features/workspace/board/borrows.tsx',
    `import { CreateTab } from '../create/CreateTab'; CreateTab;`,
  ],
  [
    'platform-has-no-components',
    'frontend/src/app/shows.tsx',
    `import { Panel } from '../platform/Panel'; export const shows = Panel;`,
  ],
  ['no-circles', 'backend/src/zaps/egg.ts', `import { hen } from './hen'; export const egg = () => hen;`],
];
/** The files that the forbidden cases import. */
const OTHER_HALF = {
  'backend/src/zaps/hen.ts': `import { egg } from './egg'; export const hen = () => egg;`,
  'frontend/src/platform/Panel.tsx': `export const Panel = 'div';`,
};

describe('the dependency rules, on a project made of cases', () => {
  let folder: string;
  let found: string[];

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'storyreel-rules-'));
    const files = [
      ...Object.entries({ ...ALLOWED, ...OTHER_HALF }),
      ...FORBIDDEN.map(([, file, text]) => [file, text] as const),
    ];
    for (const [file, text] of files) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    }
    symlinkSync(inRoot('node_modules'), path.join(folder, 'node_modules'));
    const tool = inRoot('node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const args = [
      '--config',
      inRoot('.dependency-cruiser.cjs'),
      '--output-type',
      'json',
      'backend',
      'contracts',
      'frontend',
    ];
    const { output } = await run(process.execPath, [tool, ...args], { cwd: folder, capture: true });
    const { summary } = JSON.parse(output) as Cruised;
    found = summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`);
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(FORBIDDEN)('%s refuses %s', (rule, file) => {
    expect(found).toContain(`${rule}: ${file}`);
  });

  it.each(Object.keys(ALLOWED))('allow %s', (file) => {
    expect(found.filter((violation) => violation.endsWith(`: ${file}`))).toEqual([]);
  });
});
