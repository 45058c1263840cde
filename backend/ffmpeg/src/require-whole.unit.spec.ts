import { mkdtemp, open, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFfmpeg, IncompleteFile, requireWhole, runFfmpeg } from '.';

describe('a film file', () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'storyreel-whole-'))));
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each([
    ['with its index at the end', []],
    ['with its index at the beginning', ['-movflags', '+faststart']],
  ])('%s has the stated frames and sound, and all of its bytes', async (_, flags) => {
    const path = join(folder, `${flags.length}.mp4`);
    const picture = ['-f', 'lavfi', '-i', 'testsrc=s=64x64:r=30:d=2', '-f', 'lavfi', '-i', 'sine=d=2'];
    await runFfmpeg(await findFfmpeg(), [...picture, '-c:v', 'libx264', '-c:a', 'aac', ...flags, path]);
    await requireWhole(path, { frames: 60, soundSeconds: 2 });
    await expect(requireWhole(path, { frames: 61 })).rejects.toThrow(/60 frames of 61/u);
    await expect(requireWhole(path, { soundSeconds: 3 })).rejects.toThrow(IncompleteFile);
    const { size } = await stat(path);
    await truncate(path, size - 100);
    await expect(requireWhole(path, { frames: 60 })).rejects.toThrow(IncompleteFile);
  });

  it('with a damaged index is refused', async () => {
    const path = join(folder, 'damaged.mp4');
    await runFfmpeg(await findFfmpeg(), [
      '-f',
      'lavfi',
      '-i',
      'testsrc=s=64x64:r=30:d=1',
      '-movflags',
      '+faststart',
      path,
    ]);
    const file = await open(path, 'r+');
    const head = Buffer.alloc(2_000);
    await file.read(head, 0, head.length, 0);
    await file.write(Buffer.from([0xff, 0xff, 0xff, 0xff]), 0, 4, head.indexOf('stbl') - 4);
    await file.close();
    await expect(requireWhole(path, { frames: 30 })).rejects.toThrow(IncompleteFile);
  });
});
