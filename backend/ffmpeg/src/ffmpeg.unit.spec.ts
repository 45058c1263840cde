import { findFfmpeg, runFfmpeg } from '.';

describe('ffmpeg', () => {
  it('is said to have failed in its own words', async () => {
    await expect(runFfmpeg(await findFfmpeg(), ['-i', '/nowhere.jpg', '/nowhere/out.mp4'])).rejects.toThrow(
      /No such file/u,
    );
  });

  it('is killed when its caller gives up', async () => {
    const abort = new AbortController();
    const endless = runFfmpeg(
      await findFfmpeg(),
      ['-re', '-f', 'lavfi', '-i', 'color=c=black:s=64x64', '-f', 'null', '-'],
      { signal: abort.signal, onFrame: () => abort.abort(new Error('enough')) },
    );
    await expect(endless).rejects.toThrow('enough');
  });

  it('is found on the path before the one that comes along', async () => {
    const found = await findFfmpeg(undefined, { PATH: '' });
    expect(found).toContain('@ffmpeg-installer');
    expect(await findFfmpeg(process.execPath)).toBe(process.execPath);
  });
});
