import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PROMPT_RULES } from '@storyreel/contracts';

const RULES = resolve(__dirname, '../../../../contracts/src/writing/prompt-rules.ts');

describe('the rules of prompts', () => {
  /**
   * Hashes of the rules' code, without comments and white space. A changed prompt needs a new version and another line
   * here. `restyled` was added within version 1, since it changes no existing prompt.
   */
  const VERSIONS: Record<string, string> = {
    'prompt-rules@1': 'f3cce51d443339669a47b7d8563eefc1a8104f59ea2af9357c8607b874592915',
  };

  it('have a new version when they change, so that recordings name the rules of their prompts', () => {
    const source = readFileSync(RULES, 'utf8');
    const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').replace(/\s+/g, '');
    expect(createHash('sha256').update(code).digest('hex')).toBe(VERSIONS[PROMPT_RULES]);
  });
});
