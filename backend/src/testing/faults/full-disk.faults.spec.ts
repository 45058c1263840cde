import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { auditHome } from './audit-log';
import { atRandomMoment, faultSeed, GOES_ON_WITHIN_MS, seeded } from './seeded';
import { eventually } from '../eventually';
import { type Disk, openDisk, openRefusingDisk } from './full-disk';
import { GenerationRun, workUntil } from './generation-run';
import { ServerProcess } from './server-process';

const STORY = readFileSync(resolve(__dirname, '../../../../examples/the-lighthouse-keeper.txt'), 'utf8');
/** Space for an empty database, its journal and the run's output. */
const DISK_MB = 600;

/**
 * Kinds of disks. Where a file system can be mounted, both are tested; elsewhere only the second, which stands in for
 * the first.
 */
const DISKS = [
  { how: 'is full', seconds: 60, open: (folder: string) => openDisk(folder, DISK_MB) },
  { how: 'lets no file grow', seconds: 15, open: openRefusingDisk },
];

describe.each(DISKS)(`a server whose disk $how for $seconds s (FAULT_SEED=${faultSeed})`, ({ seconds, open }) => {
  let folder: string;
  let disk: Disk;
  let server: ServerProcess;
  let run: GenerationRun;
  const random = seeded(faultSeed);

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'storyreel-faults-'));
    disk = open(folder);
    server = new ServerProcess({ STORYREEL_HOME: disk.home, SANDBOX_DELAY_MS: '400' });
    await server.start();
    run = new GenerationRun(server, 16);
    await run.begin(STORY, 3);
  });
  afterEach(async () => {
    await disk.free();
    await server.stop();
    disk.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Uploads half a megabyte, more than the free space. */
  const upload = async (): Promise<{ status: number; body: unknown }> => {
    const headers = { cookie: run.session };
    const begun = await fetch(`${server.url}/api/upload?type=image/png`, { method: 'POST', headers });
    const { uploadURL } = (await begun.json()) as { uploadURL?: string };
    if (!uploadURL) return { status: begun.status, body: null };
    const answer = await fetch(new URL(uploadURL, server.url), {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'image/png' },
      body: randomBytes(512 * 1024),
    });
    return { status: answer.status, body: await answer.json() };
  };

  it('reports it, loses nothing acknowledged, and continues by itself when there is space again', async () => {
    expect((await upload()).status).toBe(200);
    await workUntil([run], random, atRandomMoment(random, 500, 1_500));
    await disk.fill(server.pid ?? 0);
    expect(await upload()).toEqual({
      status: 503,
      body: { code: 'unavailable', message: expect.stringMatching(/no disk space left|can't reach its data/) },
    });
    await workUntil([run], random, atRandomMoment(random, seconds * 1_000, seconds * 1_000));
    const ready = await fetch(`${server.url}/api/ready`);
    expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining('writing to the data folder')]);
    await disk.free();
    await run.goesOn(GOES_ON_WITHIN_MS);
    expect((await upload()).status).toBe(200);
    const isReady = async () => ((await fetch(`${server.url}/api/ready`)).status === 200 ? true : null);
    // Stores are probed every 15 seconds at most.
    await eventually('Being ready again', isReady, 30_000);

    expect([...run.failures]).toEqual([]);
    const scenes = await run.settled(180_000);
    expect(scenes.filter(({ imageStatus }) => imageStatus !== 'complete').map(({ id }) => id)).toEqual([]);
    await server.stop();
    expect(await auditHome(disk.home, run.acknowledged)).toEqual([]);
  }, 600_000);
});
