import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { ROOT } from './paths.mjs';
import { STANDALONE } from './standalone.mjs';

interface Compose {
  services: { app: { environment: Record<string, string | null> } };
}

describe('a standalone server', () => {
  it('gets no settings of its caller’s environment, except for the paths of programs', () => {
    const compose = parse(readFileSync(path.join(ROOT, 'docker-compose.yml'), 'utf8')) as Compose;
    const all = new Set([...Object.keys(compose.services.app.environment), 'NODE_ENV']);
    for (const ofThisMachine of ['PUBLIC_URL', 'ESPEAK_PATH']) all.delete(ofThisMachine);
    expect(Object.keys(STANDALONE).sort()).toEqual([...all].sort());
    expect(new Set(Object.values(STANDALONE))).toEqual(new Set([undefined]));
  });
});
