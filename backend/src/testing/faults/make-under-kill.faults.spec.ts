import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '../../infra/embedded-postgres/server-process';
import { STORY } from '../make-story';
import { audit, auditWallets, readLog } from './audit-log';
import { replayAll } from './replay-log';
import { ServerProcess } from './server-process';

const ROOT = resolve(__dirname, '../../../..');
const SCENES = 2;
/** Lines printed by the script at which the server is killed. */
const MOMENTS = [/Film: [1-9]/, /Clips: 1\//, /Images: 1\//, /Narration: 1\//, /Descriptions: 1\//];

describe('`npm run make`, when its server is killed and started again on the same folder and port', () => {
  let home: string;
  let server: ServerProcess;
  let script: ChildProcess | null = null;

  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'storyreel-faults-'));
    const port = String(await freePort());
    server = new ServerProcess({ STORYREEL_HOME: join(home, 'server'), PORT: port, SANDBOX_DELAY_MS: '400' });
    await server.start();
  });
  afterEach(async () => {
    script?.kill('SIGKILL');
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  });

  /** Runs the script to its end, and kills the server as soon as the script has reported the moment. */
  async function makeWithKillAt(moment: RegExp, out: string): Promise<{ code: number | null; output: string }> {
    const story = join(home, 'story.txt');
    writeFileSync(story, STORY);
    const args = [
      'scripts/make.mjs',
      story,
      '--out',
      out,
      '--scenes',
      String(SCENES),
      '--clips',
      '--server',
      server.url,
    ];
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    script = child;
    let output = '';
    const restarts: Promise<void>[] = [];
    const take = (chunk: Buffer) => {
      output += chunk.toString();
      if (moment.test(output) && restarts.length === 0) restarts.push(server.kill().then(() => server.start()));
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    const code = await new Promise<number | null>((ended) => child.once('close', ended));
    expect(output).toMatch(moment);
    await Promise.all(restarts);
    return { code, output };
  }

  it.each(MOMENTS)(
    'ends with its ZIP, and nothing is made or charged twice: at %s',
    async (moment) => {
      const out = join(home, 'story.zip');
      const { code, output } = await makeWithKillAt(moment, out);
      expect([code, output]).toEqual([0, expect.stringContaining(`Wrote ${out}: ${SCENES} scenes`)]);
      expect(statSync(out).size).toBeGreaterThan(100_000);
      expect(statSync(out.replace('.zip', '.mp4')).size).toBeGreaterThan(100_000);

      await server.stop();
      const log = await readLog(join(home, 'server'));
      expect([...audit(log, { titles: [], imageJobs: [] }), ...auditWallets(log)]).toEqual([]);
      expect(await replayAll({ home: join(home, 'server') })).toMatchObject({ runs: 3 + 4 * SCENES, different: [] });
      const count = (type: string) => log.filter((event) => event.type === type).length;
      expect({
        projects: count('ProjectCreated'),
        splits: count('ScenesReplaced'),
        described: count('SceneDescribed'),
        answered: count('TextAnswered'),
        pictures: count('ImageJobCompleted'),
        clips: count('VideoJobCompleted'),
        spoken: count('SpeechJobCompleted'),
        films: count('FilmJobCompleted'),
      }).toEqual({
        projects: 1,
        splits: 1,
        described: SCENES,
        answered: SCENES + 2,
        pictures: SCENES,
        clips: SCENES,
        spoken: SCENES,
        films: 1,
      });
      // Each of these jobs has one settlement, with a hold of its own.
      const settled = log
        .filter(({ type }) => type === 'ZapsSettled')
        .map(({ data }) => (data as { holdId: string }).holdId);
      expect(new Set(settled).size).toBe(settled.length);
      expect(settled).toHaveLength(3 + 4 * SCENES);
    },
    600_000,
  );
});
