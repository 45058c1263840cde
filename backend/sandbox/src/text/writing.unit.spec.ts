import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChatProject } from './questions';
import { answerChat } from './chat';
import { readContinuity } from './continuity';
import { enhancePrompt, videoPromptFor } from './prompts';
import { describePost } from './post-description';
import { splitStory } from './split-story';

const EXAMPLE = readFileSync(join(__dirname, '../../../../examples/the-lighthouse-keeper.txt'), 'utf8');
const SCENES = splitStory(EXAMPLE, 6).map(({ title, text }, index) => {
  return { id: `0000000${index}-0000-4000-8000-000000000000`, title, text, description: null };
});
const project: ChatProject = { title: 'Gull Point', story: EXAMPLE, characters: null, scenes: SCENES };
const ask = (content: string, open: ChatProject | null = project): string =>
  answerChat([{ role: 'user', content }], open);

describe('continuity of the example story', () => {
  const { characters, environments, props } = readContinuity(EXAMPLE);

  it("has a line 'Name: trait, trait' for each character", () => {
    const lines = characters.split('\n');
    expect(lines[0]).toBe('Mara: a girl of eleven with red braids and a yellow raincoat');
    for (const line of lines) expect(line).toMatch(/^[^:]+: [^,:]+(?:, [^,]+)*$/u);
  });

  it('has only the name of a person whom the story does not describe', () => {
    expect(readContinuity('"Go," said Tom.').characters).toBe('Tom');
  });

  it('has the places and the important things', () => {
    expect(environments).toMatch(/Gull Point[^]*Harbour[^]*Kitchen/u);
    expect(props).toMatch(/Key: .*brass/u);
    expect(props).toContain('Lantern');
  });

  it('is empty for a story without people', () => {
    expect(readContinuity('It rained.').characters).toBe('');
  });
});

describe('the assistant of the sandbox', () => {
  it.each([
    ['Who is Captain Ibsen?', /grey beard and a blue cap/u],
    ['Who are the characters?', /Mara[^]*Elias[^]*Captain Ibsen/u],
    ['Where is Elias?', /kitchen/u],
    ['When does the storm come?', /night[^]*thunder/u],
    ['Summarize the story', /1\. [^]*5\. /u],
    ['What is in the storm locker?', /locker/u],
    ['Which props does it need?', /Key: a small brass key/u],
    ['Give me some ideas', /- [^]*- [^]*- /u],
    ['How do I export a zip?', /Download ZIP/u],
    ['hello', /Gull Point/u],
    ['List the scenes', /has 6 scenes:[^]*- \[Scene 1\]\(scene:00000000-[^]*- \[Scene 6\]\(scene:00000005-/u],
    ['How many scenes are there?', /has 6 scenes/u],
    ['How many words does the story have?', /\*\*[\d,]+ words\*\* and takes about \d+ minutes? to speak/u],
    ['What is the speaking time?', /150 words a minute/u],
  ])('answers from the story: %s', (question, expected) => {
    expect(ask(question)).toMatch(expected);
  });

  it.each([
    ['Where does the lamp burn?', 'One lamp burns over the Meridian'],
    ['Where do the boats wait?', 'Two boats wait below the cliff'],
    ['What does Peter lose?', 'He lost one shoe'],
    ['Who was losing a shoe?', 'He lost one shoe'],
    ['Where did Ana hide the letter?', 'She hid the letter under a stone'],
    ['When do the fishermen sing?', 'The fishermen sang until midnight'],
    ['Who sings at night?', 'The fishermen sang until midnight'],
    // Peter is in more sentences than midnight, so the rarer word decides.
    ['What could Peter hear at midnight?', 'The fishermen sang until midnight'],
  ])('quotes the sentence with the answer first: %s', (question, answer) => {
    const story =
      'Two boats wait below the cliff. One lamp burns over the Meridian. Peter ran down to the harbour at dawn. ' +
      'He lost one shoe. Ana waited on the hill for Peter. She hid the letter under a stone. ' +
      'The fishermen sang until midnight.';
    const [, first] = /“([^”]+)”/u.exec(ask(question, { ...project, story, scenes: [] })) ?? [];
    expect(first).toContain(answer);
  });

  it('says when it finds nothing', () => {
    expect(ask('Explain quantum chromodynamics')).toContain('I find nothing about that');
  });

  it('says that there is no story to read', () => {
    expect(ask('Who is in it?', null)).toContain('No project is open');
    expect(ask('Who is in it?', { ...project, story: ' ' })).toContain('no story yet');
  });

  it('prefers the creator’s own character notes', () => {
    expect(ask('Who are the characters?', { ...project, characters: 'Zoe: green hair' })).toContain('Zoe: green hair');
  });

  it('says in one line that it is the sandbox, only when a request exceeds its abilities', () => {
    const said = /\n\nI am the sandbox assistant: [^\n]+$/u;
    for (const question of ['Give me some ideas', 'xyz', 'Explain quantum chromodynamics'])
      expect(ask(question)).toMatch(said);
    expect(ask('Who is in it?', null)).toMatch(said);
    for (const question of ['hello', 'Who is Mara?', 'List the scenes']) expect(ask(question)).not.toMatch(said);
  });

  it('names the scene of a passage, with a link to it', () => {
    const links = [...ask('What is in the storm locker?').matchAll(/“([^”]+)” — \[Scene (\d)\]\(scene:([^)]+)\)/gu)];
    expect(links.length).toBeGreaterThan(0);
    for (const [, passage = '', number, id] of links) {
      const scene = SCENES[Number(number) - 1];
      expect(scene?.id).toBe(id);
      expect(scene?.text.replace(/["“”\s]+/gu, ' ')).toContain(passage.replace(/\\/gu, ''));
    }
  });

  it('shows the creator’s text unchanged, without reading it as Markdown', () => {
    const wicked = { ...project, title: '[Click](javascript:alert(1)) <b>', scenes: [] };
    expect(ask('List the scenes', wicked)).toContain('“\\[Click\\](javascript:alert(1)) \\<b\\>” has no scenes yet');
  });
});

describe('a caption', () => {
  const context = { title: 'Gull Point', description: null, story: EXAMPLE };

  it.each([
    [['tiktok'], 2200, 100],
    [['instagram', 'tiktok'], 2200, 30],
    [['youtube'], 5000, 15],
    [['unknown'], 5000, 15],
  ])('fits %j', (platforms, characters, hashtags) => {
    const caption = describePost({ title: 'The Keeper of Gull Point', platforms, projectContext: context });
    expect(caption.length).toBeLessThanOrEqual(characters);
    expect(caption.match(/#/gu)?.length ?? 0).toBeLessThanOrEqual(hashtags);
    expect(caption).toContain('The Keeper of Gull Point');
    expect(caption).toMatch(/#\p{L}+/u);
  });

  it('fits with a title close to the limit', () => {
    expect(
      describePost({ title: 'Long '.repeat(90), platforms: ['tiktok'], projectContext: null }).length,
    ).toBeLessThanOrEqual(2200);
  });
});

describe('an enhanced prompt', () => {
  it('keeps the text and the switches, and adds light, colour and style once', () => {
    const enhanced = enhancePrompt('a girl on a cliff at night --oref https://e.x/a.png', null, 'watercolour');
    expect(enhanced).toMatch(
      /^a girl on a cliff at night\. .*moonlit.*Style: watercolour\. --oref https:\/\/e\.x\/a\.png$/u,
    );
    expect(enhancePrompt(enhanced, null, 'watercolour').match(/watercolour/gu)).toHaveLength(1);
  });
});

describe('a video prompt from a description', () => {
  it('begins with the camera and keeps the action, not the notes', () => {
    const prompt = videoPromptFor(
      'Tower, at dusk. Mara climbed the tower with a lantern. Cast: Mara. Mood: calm. Wide shot at eye level.',
    );
    expect(prompt).toMatch(/^Camera: slow tilt up\. .*Mara climbed the tower with a lantern\. One continuous shot/u);
    expect(prompt).not.toMatch(/Cast|Mood|eye level/u);
  });
});
