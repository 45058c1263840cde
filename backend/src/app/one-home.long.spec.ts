import { request as httpRequest } from 'node:http';
import { createCanvas } from '@napi-rs/canvas';
import { eventually } from '../testing/eventually';
import { projectWithScene } from '../testing/make-story';
import { NodeStage, type StagedNode, type TestUser } from '../testing/node-stage';
import { ReplicateStub } from '../testing/provider-stubs/replicate-stub';

describe('a second server on the same data folder', () => {
  let stage: NodeStage;
  let first: StagedNode;
  let ada: TestUser;
  const stub = new ReplicateStub();
  beforeAll(async () => {
    stage = await NodeStage.open();
    const replicate = { apiToken: ReplicateStub.token, baseUrl: await stub.start() };
    first = await stage.node('first', { config: { replicate } });
    ada = await first.newUser();
    await first.idle();
  });
  afterAll(async () => {
    await stage?.close();
    await stub.stop();
  });

  it('is refused in one sentence, and the first keeps its running jobs and its uploads', async () => {
    const { sceneId, projectId } = await projectWithScene(ada);
    const ask = { sceneId, projectId, prompt: 'a lamp', idempotencyKey: 'one-image-please' };
    await ada.agent.post('/api/midjourney/generate-image').send(ask).expect(200);
    await eventually('The running job', async () => (stub.accepted === 1 ? true : null), 10_000);
    const upload = await beginUpload();

    await expect(stage.node('second', { home: first.runtime.config.home })).rejects.toThrow(
      `STORYREEL_HOME: another server runs on ${first.runtime.config.home}; stop it first`,
    );
    // A second node with its own data directory may start beside the first node, and takes over no work from it.
    const beside = await stage.node('beside');
    expect(await upload.finish()).toBe(200);
    const { rows } = await stage.database.pool.query(
      `select attempts, leased_by like $1 || '#%' as "byFirst" from platform.jobs where queue = 'images'`,
      [first.runtime.node],
    );
    expect(rows).toEqual([{ attempts: 1, byFirst: true }]);
    await beside.close();
    stub.fail(stub.predictions[0]?.id ?? '', 'enough');
    await first.idle();
    expect(stub.accepted).toBe(1);
  });

  it('may start when the first has ended', async () => {
    const { home } = first.runtime.config;
    await first.close();
    first = await stage.node('second', { home });
    await first.anonymous().get('/api/ready').expect(200);
  });

  /** Starts an upload and stops with only part of the image sent. */
  async function beginUpload(): Promise<{ finish(): Promise<number> }> {
    const png = Buffer.concat([Buffer.from(await createCanvas(9, 16).encode('png')), Buffer.alloc(300_000)]);
    const { uploadURL } = (await ada.agent.post('/api/objects/upload').expect(200)).body as { uploadURL: string };
    const signedIn = await first.anonymous().post('/api/login').send({ email: ada.email, password: ada.password });
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
    const headers = { 'content-type': 'image/png', 'content-length': png.length, cookie };
    const request = httpRequest(first.url + uploadURL, { method: 'PUT', headers });
    const answered = new Promise<number>((resolve, reject) => {
      request.on('error', reject);
      request.on('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
    });
    await new Promise<void>((resolve) => request.write(png.subarray(0, 100_000), () => resolve()));
    return {
      finish: () => {
        request.end(png.subarray(100_000));
        return answered;
      },
    };
  }
});
