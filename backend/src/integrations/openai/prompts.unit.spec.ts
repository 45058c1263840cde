import { createHash } from 'node:crypto';
import type { ChatTurn } from '../ports/text-provider';
import * as prompts from './prompts';
import { projectFor, TEXT_QUOTA, storyFor, turnsFor } from './prompts';

/**
 * Hashes of the texts by version: a changed text needs a new version, since recordings name the version they were made
 * with.
 */
const KNOWN = {
  'abridge-story@2': '1ef6bca337d3',
  'chat@1': 'd39a63136914',
  'continuity@2': 'e8ac99172cb3',
  'describe-scene@2': '0f889a2f0e30',
  'enhance-prompt@2': 'd329517bb16c',
  'post-description@2': 'ab57d69cefe3',
  'split-story@2': '48789a87410e',
  'video-prompt@2': '180365d18f41',
  'write-story@2': '7477afd6bd4d',
};

describe('instructions for text models', () => {
  it('have a new version when their text changes', () => {
    const texts = Object.values(prompts).filter((value) => typeof value === 'object' && 'template' in value);
    const hashes = texts.map(({ template, text }) => [
      template,
      createHash('sha256').update(text).digest('hex').slice(0, 12),
    ]);
    expect(Object.fromEntries(hashes)).toEqual(KNOWN);
  });
});

const turn = (content: string, role: ChatTurn['role'] = 'user'): ChatTurn => ({ role, content });
const bytes = (text: string): number => Buffer.byteLength(text);

describe('the material of a question', () => {
  it('includes a whole story that fits', () => {
    expect(storyFor('x'.repeat(TEXT_QUOTA.story))).toBe('x'.repeat(TEXT_QUOTA.story));
  });

  it('includes of a longer story two thirds from its beginning and a third from its end, with a note between them', () => {
    const story = `${'begin '.repeat(200)}${'middle '.repeat(200)}${'end '.repeat(200)}`;
    const cut = storyFor(story, 900);
    const [first = '', last = ''] = cut.split('\n[… a part of the story is left out here …]\n');
    expect([bytes(first), bytes(last)]).toEqual([600, 300]);
    expect(story.startsWith(first) && story.endsWith(last)).toBe(true);
  });

  it('is limited in bytes, without cutting a character in half', () => {
    const cut = storyFor('灯'.repeat(20_000));
    expect(bytes(cut)).toBeLessThan(TEXT_QUOTA.story + 100);
    expect(cut).not.toContain('\ufffd');
  });

  it('includes the last messages that fit, in their order', () => {
    const turns = [turn('one'), turn('two', 'assistant'), turn('three'), turn('four', 'assistant'), turn('five')];
    expect(turnsFor(turns, 13)).toEqual(turns.slice(2));
    expect(turnsFor(turns, 12)).toEqual(turns.slice(3));
  });

  it('always includes the question, cut when it alone is too long', () => {
    expect(turnsFor([turn('before'), turn('x'.repeat(50))], 10)).toEqual([turn('x'.repeat(10))]);
  });

  it('includes a project within its total limit, whatever its content', () => {
    const long = '灯'.repeat(300_000);
    const scene = { id: 'id', title: long, description: long, text: long };
    const notes = { description: long, characters: long, environment: long, props: long };
    const material = projectFor({ title: 'Gull Point', story: long, ...notes, scenes: Array(50).fill(scene) });
    expect(bytes(material)).toBeLessThan(TEXT_QUOTA.story + 4 * TEXT_QUOTA.notes + TEXT_QUOTA.scenes + 500);
  });
});
