import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFfmpeg } from '@storyreel/ffmpeg';
import { startTestApp, type TestApp } from '../../../testing/app-harness';
import { askForFilm, endedFilm, FILM_WITHIN_MS, projectOf } from '../../../testing/film-stage';

let folder: string;
let app: TestApp;
const logged: { error: unknown; message: string }[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'storyreel-killed-'));
  const ffmpegPath = join(folder, 'ffmpeg');
  // Kills the first video encoding, like a system that runs out of memory.
  const once = `#!/bin/sh
case "$*" in *libx264*) if mkdir '${join(folder, 'killed')}' 2>/dev/null; then kill -9 $$; fi ;; esac
exec '${await findFfmpeg()}' "$@"
`;
  writeFileSync(ffmpegPath, once, { mode: 0o755 });
  const error = (failure: unknown, message: string) => logged.push({ error: failure, message });
  const log = { info: () => undefined, warn: () => undefined, error };
  app = await startTestApp({ config: { ffmpegPath }, log });
});
afterAll(async () => {
  await app?.close();
  rmSync(folder, { recursive: true, force: true });
});

it(
  'a film whose ffmpeg was killed is retried, and the log has the reason',
  async () => {
    const user = await app.newUser();
    const projectId = await projectOf(user, ['red']);
    await askForFilm(user, projectId, 'draft');
    expect(await endedFilm(user, projectId)).toMatchObject({ status: 'succeeded', error: null });
    const failure = logged.find(({ message }) => message.endsWith('failed at attempt 1.'));
    expect(failure?.error).toMatchObject({ cause: { cause: { ended: 'SIGKILL' } } });
  },
  FILM_WITHIN_MS,
);
