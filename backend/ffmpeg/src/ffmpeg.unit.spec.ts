import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFfmpeg, type ProcessLimits, runFfmpeg } from '.';

const picture = (seconds: number): string[] => ['-f', 'lavfi', '-i', `color=s=320x320:d=${seconds}`];

describe('ffmpeg', () => {
  it('has its failures reported with its own message', async () => {
    await expect(runFfmpeg(await findFfmpeg(), ['-i', '/nowhere.jpg', '/nowhere/out.mp4'])).rejects.toThrow(
      /No such file/u,
    );
  });

  it('is killed when its caller aborts', async () => {
    const abort = new AbortController();
    const endless = runFfmpeg(
      await findFfmpeg(),
      ['-re', '-f', 'lavfi', '-i', 'color=c=black:s=64x64', '-f', 'null', '-'],
      { signal: abort.signal, onFrame: () => abort.abort(new Error('enough')) },
    );
    await expect(endless).rejects.toThrow('enough');
  });

  it('is found on the PATH before the bundled one', async () => {
    const found = await findFfmpeg(undefined, { PATH: '' });
    expect(found).toContain('@ffmpeg-installer');
    expect(await findFfmpeg(process.execPath)).toBe(process.execPath);
  });

  const CASES: [string, Partial<ProcessLimits>, (file: string) => string[], RegExp][] = [
    ['time', { seconds: 1 }, () => ['-re', ...picture(5), '-f', 'null', '-'], /its time of 1 s/u],
    ['file size', { fileMb: 1 }, (file) => [...picture(2), '-f', 'rawvideo', file], /SIGXFSZ|File too large/u],
    // The reverse filter keeps all frames in memory.
    ['memory', { memoryMb: 64 }, () => [...picture(60), '-vf', 'reverse', '-f', 'null', '-'], /memory|allocate|SIG/iu],
  ];
  // On other systems than Linux only the time limit applies.
  it.each(CASES.slice(0, process.platform === 'linux' ? 3 : 1))(
    'is killed beyond its %s',
    async (_, limit, args, ended) => {
      const folder = await mkdtemp(join(tmpdir(), 'storyreel-limits-'));
      const limits = { seconds: 60, memoryMb: 1_024, fileMb: 100, ...limit };
      try {
        const greedy = runFfmpeg(await findFfmpeg(), args(join(folder, 'raw')), { limits });
        // When out of memory, ffmpeg 4.1 reports the error and exits as if its input had ended.
        expect(await greedy.catch(String)).toMatch(ended);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  );
});
