import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PROMPT_RULES } from '@storyreel/contracts';

const RULES = resolve(__dirname, '../../../../contracts/src/writing/prompt-rules.ts');

describe('the rules of prompts', () => {
  /** Hashes of the rules' code, without comments and white space. A change needs a new version and a line here. */
  const VERSIONS: Record<string, string> = {
    'prompt-rules@1': 'd529eb7868d553ae9d02b1c31c73e1ca5efba04654c77bd02adec92c31ff7dc8',
  };

  it('are named by another version when they change, so that recordings say what their prompts were made with', () => {
    const source = readFileSync(RULES, 'utf8');
    const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').replace(/\s+/g, '');
    expect(createHash('sha256').update(code).digest('hex')).toBe(VERSIONS[PROMPT_RULES]);
  });
});
