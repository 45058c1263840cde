import type { ReplayReport } from '@storyreel/contracts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { startTestApp, type TestApp } from '../testing/app-harness';
import { projectWithScene } from '../testing/make-story';
import { Output } from './output';
import { rebuildViews } from './rebuild-views';
import { replayLast, type ReplayConfig } from './replay-runs';

let app: TestApp;
let config: ReplayConfig;
beforeAll(async () => {
  app = await startTestApp({ alone: true });
  const ada = await app.newUser();
  for (let runs = 0; runs < 2; runs += 1) {
    const images = { ...(await projectWithScene(ada)), prompt: 'a lighthouse' };
    await ada.agent.post('/api/midjourney/generate-image').send(images).expect(200);
  }
  await app.idle();
  config = { ...app.runtime.config, databaseUrl: app.runtime.databaseUrl };
});
afterAll(() => app?.close());

/** Runs a tool in a process whose output is not read, as in `npm run TOOL | true`. */
async function unread(tool: string, ...args: string[]) {
  const program = ['--require', require.resolve('tsx/cjs'), join(__dirname, `${tool}.ts`), ...args];
  const child = spawn(process.execPath, program, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DATABASE_URL: config.databaseUrl,
      STORYREEL_HOME: app.home,
      TSX_TSCONFIG_PATH: join(__dirname, '../../tsconfig.json'),
    },
  });
  child.stdout.destroy();
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  await once(child, 'close');
  return { stderr, code: child.exitCode };
}

it.each([['replay --last 5 --json'], ['processes']])(
  'ends `npm run %s` in order when its output is closed',
  async (line) => {
    const [tool = '', ...args] = line.split(' ');
    expect(await unread(tool, ...args)).toEqual({ stderr: '', code: 0 });
  },
);

/** Returns an output whose pipe is full after the first line, and which its reader then closes. */
function closedWhenFull(): Output {
  const pipe = new PassThrough({ highWaterMark: 1 });
  const out = new Output(pipe);
  pipe.once('readable', () => pipe.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })));
  return out;
}

it('replays no further run when its output is closed', async () => {
  const reports: ReplayReport[] = [];
  const out = closedWhenFull();
  const onRun = async (report: ReplayReport): Promise<void> => {
    reports.push(report);
    await out.line(report.runId);
  };
  const onRefusal = () => undefined;
  expect(await replayLast(config, 5, { onRun, onRefusal, ended: out.ended })).toMatchObject({ runs: 1 });
  expect(reports).toHaveLength(1);
  expect(await replayLast(config, 5, { onRun: () => undefined, onRefusal })).toMatchObject({ runs: 2 });
});

it('builds no further view when its output is closed', async () => {
  const out = closedWhenFull();
  const built: string[] = [];
  const onReport = async ({ view }: { view: string }): Promise<void> => {
    built.push(view);
    await out.line(view);
  };
  await rebuildViews(config, [], { switchOver: false, onReport, ended: out.ended });
  expect(built).toHaveLength(1);
});
