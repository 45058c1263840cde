import { spawnSync } from 'node:child_process';
import path from 'node:path';

const script = (...args: string[]) =>
  spawnSync(process.execPath, [path.resolve('scripts/requirements.mjs'), ...args], { encoding: 'utf8' });

describe('the options of a script', () => {
  it.each([['--help'], ['-h']])('are listed by %s', (asked) => {
    expect(script(asked)).toMatchObject({
      status: 0,
      stdout: 'Usage: npm run requirements [-- --missing AREA | --tests AREA|ROW | --md | --write]\n',
      stderr: '',
    });
  });

  it.each([
    [['--misssing', 'ZAPS'], "Unknown option '--misssing'"],
    [['--missing'], "Option '--missing <value>' argument missing"],
    [['ZAPS'], "Unexpected argument 'ZAPS'"],
  ])('are refused in one line when they are unknown: %j', (args, says) => {
    const { status, stdout, stderr } = script(...args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr.split('\n')[0]).toMatch(says);
    expect(stderr).toContain('\nUsage: npm run requirements');
  });
});
