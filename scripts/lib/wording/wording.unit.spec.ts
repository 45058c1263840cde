import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from '../paths.mjs';
import { parseRequirements } from '../requirements.mjs';
import { isTitleCase, labelsOf } from './labels-of.mjs';
import { faultsOf, GLOSSARY, REFUSED, SCENE_GLOSSARY, SPECIFIED } from './refused.mjs';
import { textsOf } from './texts-of.mjs';

const isShown = (file: string): boolean =>
  /\.tsx?$/.test(file) && !/\.spec\.tsx?$|\.d\.ts$|(^|\/)(testing|bench|tools)\//.test(file);

const readIn = (folder: string, read: typeof textsOf) =>
  readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.split(path.sep).join('/')}`)
    .filter(isShown)
    .flatMap((file) => read(file, readFileSync(inRoot(file), 'utf8')).map((text) => ({ file, ...text })));
const textsIn = (folder: string) => readIn(folder, textsOf);

const faultsIn = (texts: ReturnType<typeof textsIn>, rules: typeof REFUSED): string[] =>
  texts.flatMap(({ file, line, text }) => faultsOf(text, rules).map((fault) => `${file}:${line}: ${fault}`));

const screens = textsIn('frontend/src');
const MAKES_SCENES =
  /^frontend\/src\/features\/(audit|credits|pictures|runs|scenes|story|zaps|workspace\/(board|build|scenes|settings))\//;

describe('the texts of the screens', () => {
  it('are found', () => {
    expect(screens.length).toBeGreaterThan(800);
    expect(screens.map(({ text }) => text)).toContain('Your balance and spending');
  });

  it('have none of the replaced wordings', () => {
    expect(faultsIn(screens, REFUSED)).toEqual([]);
  });

  it('use one word for one thing', () => {
    expect(faultsIn(screens, GLOSSARY)).toEqual([]);
  });

  it('call the video of a scene a clip', () => {
    const ofScenes = screens.filter(({ file }) => MAKES_SCENES.test(file));
    expect(ofScenes.length).toBeGreaterThan(300);
    expect(faultsIn(ofScenes, SCENE_GLOSSARY)).toEqual([]);
  });

  it('quote the specification word by word, where its text breaks a rule', () => {
    const said = new Set(screens.map(({ text }) => text));
    const rules = [...REFUSED, ...GLOSSARY, ...SCENE_GLOSSARY];
    expect([...SPECIFIED.keys()].filter((text) => !said.has(text))).toEqual([]);
    expect([...SPECIFIED.keys()].filter((text) => !rules.some(({ says }) => says.test(text)))).toEqual([]);
    const rows = new Set(parseRequirements(readFileSync(inRoot('docs/requirements.tsv'), 'utf8')).map(({ id }) => id));
    expect([...SPECIFIED.values()].filter((id) => !rows.has(id))).toEqual([]);
  });
});

describe('the labels of buttons', () => {
  const labels = readIn('frontend/src', labelsOf);

  it('are found', () => {
    expect(labels.length).toBeGreaterThan(150);
    expect(labels.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Create First Project', 'Generate … Clips']),
    );
  });

  it('are written in title case', () => {
    const others = labels.filter(({ text }) => !isTitleCase(text));
    expect(others.map(({ file, line, text }) => `${file}:${line}: ${text}`)).toEqual([]);
  });

  it.each([
    ['const a = <Button onClick={() => go("to it")}>Try <b>again</b></Button>;', ['Try', 'again']],
    [
      "const a = <MenuItem>{is === 'open' ? 'Close it' : `Open $" + '{n} doors`}</MenuItem>;',
      ['Close it', 'Open … doors'],
    ],
    ['const a = <ConfirmDialog confirmLabel="Log Out" title="Log out?" />;', ['Log Out']],
    ["const a = { label: 'Bring back', action: () => go('it') };", ['Bring back']],
    ['const a = <IconButton label="Remove image" />;', []],
    ['const a = <p>See <TextButton>the ledger</TextButton></p>;', []],
  ])('are read from %s', (source, texts) => {
    expect(labelsOf('some.tsx', source).map(({ text }) => text)).toEqual(texts);
  });

  it.each([
    ['Set as In Progress', true],
    ['Clear Failed/Stuck Images', true],
    ['Creating ZIP...', true],
    ['Generate … Clips', true],
    ['creating ZIP...', false],
    ['Try again', false],
    ['the Film', false],
  ])('of %j: %s', (label, is) => {
    expect(isTitleCase(label)).toBe(is);
  });
});

describe('the messages of the server', () => {
  it.each(['backend/src', 'contracts/src'])('in %s have none of the replaced wordings', (folder) => {
    const texts = textsIn(folder);
    expect(texts.length).toBeGreaterThan(50);
    expect(faultsIn(texts, REFUSED)).toEqual([]);
  });
});

describe('a text', () => {
  const found = (source: string) => textsOf('some.tsx', source).map(({ text }) => text);

  it.each([
    ["const title = 'Not enough credits';", ['Not enough credits']],
    [`const title = \`Costs $\${price} today\`;`, ['Costs $… today']],
    ['const line = <p>Hello <b>dear you</b>, it&apos;s {name}</p>;', ["Hello …, it's …", 'dear you']],
    ['const label = <img alt="The sea" className="wide" />;', ['The sea']],
    ["import { it } from 'some where'; type Kind = 'a type'; logError('A log line', error);", []],
    ['const Box = styled.p`color: red; margin: 0`;', []],
  ])('is read from %s', (source, texts) => {
    expect(found(source)).toEqual(texts);
  });

  it.each([
    'You have 3 credits left',
    'That costs $0.00',
    'This is not part of this version.',
    'The budget could not be read.',
    "Your plan's scenes for today are used up for 3 of them",
    'One a line: Name: trait, trait',
    '50 % done',
    'Image 2 is being made',
  ])('%j is refused', (text) => {
    expect(faultsOf(text, REFUSED)).toHaveLength(1);
  });

  it.each(['50% done', 'Costs $0.0045', '100 free credits', 'Generating image 2'])('%j is accepted', (text) => {
    expect(faultsOf(text, REFUSED)).toEqual([]);
  });
});
