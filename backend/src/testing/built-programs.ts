// Replaces lib/limited-process.ts in integration tests, which run after the build: a built program starts in half the
// time of one whose TypeScript is compiled at each start.
import path from 'node:path';
import { forkLimited as forkProgram } from '../../src/lib/limited-process';

export type { Limits } from '../../src/lib/limited-process';

const SOURCES = path.resolve(__dirname, '..');
const BUILT = path.resolve(__dirname, '../../dist');

export const forkLimited: typeof forkProgram = (program, ...more) => {
  const isOurs = program.startsWith(SOURCES) && program.endsWith('.ts');
  const built = path.join(BUILT, path.relative(SOURCES, program)).replace(/\.ts$/, '.js');
  return forkProgram(isOurs ? built : program, ...more);
};
