import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ImageJob } from '@storyreel/contracts';
import { agent } from 'supertest';
import { freePort } from '../../infra/embedded-postgres/server-process';
import { blackPng } from '../crafted-pictures';
import { eventually } from '../eventually';
import { projectWithScene } from '../make-story';
import { ComfyUiStub } from '../provider-stubs/comfyui-stub';
import { ServerProcess } from './server-process';

const STARTS_WITHIN_MS = 120_000;
const file = { name: 'a_00001_.png', bytes: blackPng(9, 16) };

/** The graphics card continues while our server is down, and the card's own server can forget everything. */
describe('images by a video card of the owner', () => {
  const stub = new ComfyUiStub();
  let home: string;
  let server: ServerProcess;
  let user: { agent: ReturnType<typeof agent> };

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'storyreel-faults-'));
    mkdirSync(join(home, 'server'));
    cpSync(resolve(__dirname, '../../../../docs/workflows'), join(home, 'server', 'workflows'), { recursive: true });
    const entry = { id: 'my-images', kind: 'image', name: 'My Images', provider: 'comfyui', slug: 'image.json' };
    writeFileSync(join(home, 'server', 'models.json'), JSON.stringify([entry]));
    server = new ServerProcess({
      STORYREEL_HOME: join(home, 'server'),
      PORT: String(await freePort()),
      COMFYUI_URL: await stub.start(),
      IMAGE_PROVIDER: 'comfyui',
    });
    await server.start();
    user = { agent: agent(server.url) };
    const account = { email: `${randomUUID()}@example.com`, password: 'correct horse battery', firstName: 'Ada' };
    await user.agent.post('/api/register').send(account).expect(201);
  }, STARTS_WITHIN_MS);
  afterAll(async () => {
    await server.stop();
    await stub.stop();
    rmSync(home, { recursive: true, force: true });
  });

  const order = async (): Promise<string> => {
    const scene = await projectWithScene(user);
    const wanted = { ...scene, prompt: 'a lighthouse at dawn', bulk: false };
    const { body } = await user.agent.post('/api/midjourney/generate-image').send(wanted).expect(200);
    return (body as { jobId: string }).jobId;
  };
  const job = async (jobId: string) =>
    (await user.agent.get(`/api/midjourney/job/${jobId}`).expect(200)).body as ImageJob;
  const ended = (jobId: string) =>
    eventually(
      'The end of the job',
      async () => {
        const { status, result } = await job(jobId);
        return status === 'completed' || status === 'failed' ? { status, images: result?.imageUrls?.length } : null;
      },
      60_000,
    );
  const queued = (count: number) =>
    eventually('A prompt in the queue', () => Promise.resolve(stub.queued.length === count ? true : null), 30_000);

  it(
    'are resumed after kill -9 without being queued a second time',
    async () => {
      const jobId = await order();
      await queued(1);
      stub.begin();
      await server.kill();
      stub.finish([file]);
      await server.start();
      expect(await ended(jobId)).toEqual({ status: 'completed', images: 1 });
      expect(stub.queued).toHaveLength(1);
      // Four images were requested and one was made, so one is charged, at the minimum price.
      const balance = async () =>
        ((await user.agent.get('/api/credits/balance').expect(200)).body as { balance: number }).balance;
      await eventually('The charge', async () => ((await balance()) === 99 ? true : null), 20_000);
    },
    STARTS_WITHIN_MS,
  );

  it('are requested again, once, when the server of the card has lost them', async () => {
    const jobId = await order();
    await queued(2);
    stub.begin();
    stub.forget();
    await queued(3);
    expect(stub.queued[2]).toEqual(stub.queued[1]);
    stub.forget();
    expect(await ended(jobId)).toMatchObject({ status: 'failed' });
    expect(stub.queued).toHaveLength(3);
  }, 60_000);
});
