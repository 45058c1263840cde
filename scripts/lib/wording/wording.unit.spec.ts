import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from '../paths.mjs';
import { parseRequirements } from '../requirements.mjs';
import { faultsOf, GLOSSARY, REFUSED, SCENE_GLOSSARY, SPECIFIED } from './refused.mjs';
import { textsOf } from './texts-of.mjs';

const isShown = (file: string): boolean =>
  /\.tsx?$/.test(file) && !/\.spec\.tsx?$|\.d\.ts$|(^|\/)(testing|bench|tools)\//.test(file);

const textsIn = (folder: string) =>
  readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.split(path.sep).join('/')}`)
    .filter(isShown)
    .flatMap((file) => textsOf(file, readFileSync(inRoot(file), 'utf8')).map((text) => ({ file, ...text })));

const faultsIn = (texts: ReturnType<typeof textsIn>, rules: typeof REFUSED): string[] =>
  texts.flatMap(({ file, line, text }) => faultsOf(text, rules).map((fault) => `${file}:${line}: ${fault}`));

const screens = textsIn('frontend/src');
const MAKES_SCENES =
  /^frontend\/src\/(domains\/(audit|image-jobs|media|runs|scenes|videos|zaps)|screens\/(audit|runs|zaps|workspace\/(board|build|scenes|story|settings)))\//;

describe('the texts of the screens', () => {
  it('are found', () => {
    expect(screens.length).toBeGreaterThan(800);
    expect(screens.map(({ text }) => text)).toContain('Your balance and spending');
  });

  it('say nothing that was said better elsewhere', () => {
    expect(faultsIn(screens, REFUSED)).toEqual([]);
  });

  it('have one word for one thing', () => {
    expect(faultsIn(screens, GLOSSARY)).toEqual([]);
  });

  it('call the video of a scene a clip', () => {
    const ofScenes = screens.filter(({ file }) => MAKES_SCENES.test(file));
    expect(ofScenes.length).toBeGreaterThan(300);
    expect(faultsIn(ofScenes, SCENE_GLOSSARY)).toEqual([]);
  });

  it('say what the specification gives word by word, where they break a rule by it', () => {
    const said = new Set(screens.map(({ text }) => text));
    const rules = [...REFUSED, ...GLOSSARY, ...SCENE_GLOSSARY];
    expect([...SPECIFIED.keys()].filter((text) => !said.has(text))).toEqual([]);
    expect([...SPECIFIED.keys()].filter((text) => !rules.some(({ says }) => says.test(text)))).toEqual([]);
    const rows = new Set(parseRequirements(readFileSync(inRoot('docs/requirements.tsv'), 'utf8')).map(({ id }) => id));
    expect([...SPECIFIED.values()].filter((id) => !rows.has(id))).toEqual([]);
  });
});

describe('the messages of the server', () => {
  it.each(['backend/src', 'contracts/src'])('in %s say nothing that was said better elsewhere', (folder) => {
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

  it.each(['50% done', 'Costs $0.0045', '100 free credits', 'Generating image 2'])('%j is taken', (text) => {
    expect(faultsOf(text, REFUSED)).toEqual([]);
  });
});
