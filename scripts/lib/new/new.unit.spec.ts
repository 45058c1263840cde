import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CACHE, inRoot, ROOT } from '../paths.mjs';
import { run } from '../run.mjs';
import { aggregatesOf, domains } from './aggregates.mjs';
import { byHand } from './by-hand.mjs';
import { layOut, writeAll } from './lay-out.mjs';
import { readNewOptions } from './options.mjs';

const read = (line: string) => readNewOptions(line.split(' ').filter((word) => word !== ''));
const EXAMPLES = 'testing/example';
const exampleOf = (kind: 'command' | 'view', name: string) => {
  const [aggregate] = aggregatesOf(EXAMPLES);
  if (!aggregate) throw new Error(`There is no aggregate in ${EXAMPLES}.`);
  return { kind, name, domain: EXAMPLES, aggregate, event: 'ExampleDone', isNew: false };
};

/** Compiler errors about an event that does not belong to the domain. */
const NOT_ASSIGNABLE = /error TS(2322|2739|2741):/;

/** Views of one event per aggregate. */
const VIEWS = [
  'view fresh-accounts --domain accounts --event AccountRegistered',
  'view fresh-scenes --domain projects/storyboard --aggregate projectAggregate --event SceneAdded',
  'view fresh-orders --domain projects/storyboard --aggregate dashboardAggregate --event ProjectsReordered',
  'view fresh-texts --domain writing/story-ai --event TextAsked',
  'view fresh-members --domain projects/cast --aggregate castLibraryAggregate --event LibraryMemberKept',
  'view fresh-styles --domain projects/styles --event StyleAdded',
  'view fresh-wallets --domain money/zaps --aggregate walletAggregate --event ZapsGranted',
  'view fresh-refunds --domain money/zaps --aggregate refundRequestAggregate --event RefundAsked',
  'view fresh-batches --domain batches --aggregate batchAggregate --event BatchStarted',
  'view fresh-admissions --domain batches --aggregate batchAdmissionAggregate --event BatchAdmitted',
  'view fresh-chats --domain writing/chat --event ChatCleared',
  'view fresh-checkouts --domain money/payments --event CheckoutStarted',
  'view fresh-archives --domain delivery/archive --event ArchivePrepared',
  'view fresh-posts --domain publishing --aggregate postAggregate --event PostCreated',
];

describe('a generated set of files', () => {
  it.each([
    ['command', exampleOf('command', 'do-example')],
    ['view', exampleOf('view', 'example-list')],
  ])('equals the example for a %s with the name of the example', (_, order) => {
    for (const { place, text } of layOut(order)) expect(text).toBe(readFileSync(inRoot(place), 'utf8'));
  });

  it('has no word of the example left', () => {
    const orders = [
      ...VIEWS,
      'command pin-scene --domain projects/styles --event StylePinned',
      'screen team-members',
    ].map(read);
    const files = orders.flatMap(layOut);
    expect(files).toHaveLength(VIEWS.length * 2 + 2 + 2);
    expect(files.filter(({ place, text }) => /example/i.test(place + text))).toEqual([]);
  });

  it('compiles in every domain, except for a new event', async () => {
    const commands = VIEWS.map((line) => line.replace('view fresh', 'command try').replace(/\w+$/, 'TriedOut'));
    const whole = [...VIEWS.map(read), exampleOf('command', 'do-twice'), exampleOf('view', 'twice-done')];
    const files = [...whole, read('screen team-members')].flatMap(layOut);
    const lacking = commands.map(read).flatMap(layOut);
    const errors = await compile([...files, ...lacking]);
    expect(errors.filter((error) => !(error.includes('/try-') && NOT_ASSIGNABLE.test(error)))).toEqual([]);
    expect(lacking.filter(({ place }) => !errors.some((error) => error.includes(place)))).toEqual([]);
  });

  it('never overwrites a file', () => {
    const files = layOut(read('view style-list --domain projects/styles --event StyleAdded'));
    const before = files.map(({ place }) => existsSync(inRoot(place)));
    expect(() => writeAll(files)).toThrow(
      'Nothing was written. There already: backend/src/projects/styles/style-list.view.ts',
    );
    expect(files.map(({ place }) => existsSync(inRoot(place)))).toEqual(before);
  });
});

describe('the remaining manual steps', () => {
  it.each([...VIEWS, 'command pin-style --domain projects/styles --event StylePinned', 'screen team-members'])(
    'after %s name existing files',
    (line) => {
      const named = byHand(read(line)).flatMap((step) =>
        step.match(/\b(backend|frontend|contracts|scripts)\/[\w./-]+\w/g),
      );
      expect(named.length).toBeGreaterThan(2);
      expect(named.filter((place) => place !== null && !existsSync(inRoot(place)))).toEqual([]);
    },
  );

  it('begin with the event of a new command', () => {
    const [first, second] = byHand(read('command pin-style --domain projects/styles --event StylePinned'));
    expect(first).toContain('backend/src/projects/styles/style.ts: StylePinned');
    expect(second).toContain('STORED');
  });
});

describe('the arguments of npm run new', () => {
  it.each([
    ['', 'Name the kind'],
    ['window left', "'window' is not a command, view or screen"],
    ['screen', 'A screen has one name'],
    ['screen two names', 'A screen has one name'],
    ['screen TeamMembers', "'TeamMembers' is not a valid name"],
    ['screen team-screen', "'screen' is added to the name"],
    ['screen team --domain projects/styles', 'A screen takes its name and nothing else'],
    ['command add --domain projects/styles --event StyleAdded', "'add' is one word"],
    ['command add-style', '--domain is missing. There are accounts, batches,'],
    ['command add-style --domain style', "There is no domain 'style'"],
    ['command add-style --domain delivery/zip', "'delivery/zip' has no aggregate of its own"],
    [
      'command add-scene --domain projects/storyboard',
      'projectAggregate and dashboardAggregate: choose one with --aggregate',
    ],
    ['command add-scene --domain projects/storyboard --aggregate none', "'projects/storyboard' has no 'none'"],
    ['command add-style --domain projects/styles', '--event is missing'],
    ['command add-style --domain projects/styles --event style-added', "'style-added' is not a valid event"],
    ['view styles --domain projects/styles --event StyleLost', "There is no event 'StyleLost'"],
    ['view styles --domain', 'domain'],
  ])('are refused in %p: %s', (line, reason) => {
    expect(() => read(line)).toThrow(reason);
    expect(() => read(line)).toThrow('Usage: npm run new -- command NAME');
  });

  it('may name each domain that has an aggregate', () => {
    const having = domains().filter((domain) => aggregatesOf(domain).length > 0);
    expect(having.filter((domain) => !VIEWS.some((line) => line.includes(`--domain ${domain} `)))).toEqual([]);
  });
});

/** Returns the compiler's errors for the files as if they were in their places. */
async function compile(files: { place: string; text: string }[]): Promise<string[]> {
  mkdirSync(CACHE, { recursive: true });
  const scratch = mkdtempSync(path.join(CACHE, 'new-'));
  try {
    for (const { place, text } of files) {
      mkdirSync(path.join(scratch, path.dirname(place)), { recursive: true });
      writeFileSync(path.join(scratch, place), text);
    }
    const compilerOptions = {
      ...{ rootDirs: [scratch, ROOT], noEmit: true, emitDeclarationOnly: false, composite: false, incremental: false },
      ...{ experimentalDecorators: true, jsx: 'react-jsx', jsxImportSource: '@emotion/react' },
      ...{ lib: ['es2024', 'dom', 'dom.iterable'], types: ['node', 'jest', 'vite/client'] },
      paths: { '@storyreel/contracts': [inRoot('contracts/src/index.ts')] },
    };
    const config = { extends: inRoot('tsconfig.base.json'), compilerOptions, files: files.map(({ place }) => place) };
    writeFileSync(path.join(scratch, 'tsconfig.json'), JSON.stringify(config));
    const tsc = inRoot('node_modules/native-typescript/bin/tsc');
    const { output } = await run(process.execPath, [tsc, '--project', scratch, '--pretty', 'false'], { capture: true });
    return output.split('\n').filter((line) => line.includes('error TS'));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
