import { createHash } from 'node:crypto';
import * as instructions from './instructions';

/** A text that is changed gets another version, since recordings name the version of what they were made with. */
const KNOWN = {
  'chat@1': 'd39a63136914',
  'continuity@1': 'c7ddb850ec81',
  'describe-scene@1': 'b7017c6f5400',
  'enhance-prompt@1': 'bc6447fbaa90',
  'post-description@1': '2a4bad46c8b6',
  'split-story@1': '7490d764b727',
  'video-prompt@1': 'bd8bbdd2d0f4',
  'write-story@1': '58070c35149b',
};

describe('instructions for text models', () => {
  it('have a new version when their text is another', () => {
    const texts = Object.values(instructions).flatMap((value) => (typeof value === 'function' ? [] : [value]));
    const hashes = texts.map(({ template, text }) => [
      template,
      createHash('sha256').update(text).digest('hex').slice(0, 12),
    ]);
    expect(Object.fromEntries(hashes)).toEqual(KNOWN);
  });
});
