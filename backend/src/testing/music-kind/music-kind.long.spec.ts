import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { describeOnTheWire } from '../../generation/conformance/on-the-wire';
import type { kinds } from '../../generation/kinds';
import { startTestApp, type TestApp, type TestUser } from '../app-harness';
import { projectWithScene } from '../make-story';
import type { musicKind } from '.';
import { musicJobEntity } from './music-job.view';
import { musicJobs } from './music-jobs';
import { MUTE, SandboxMusic } from './music-provider';
import { MusicRequests } from './music-requests';

// Adds one kind to the list, and changes nothing else in the back end.
jest.mock('../../generation/kinds', () => {
  const product = jest.requireActual<{ kinds: typeof kinds }>('../../generation/kinds');
  const added = jest.requireActual<{ musicKind: typeof musicKind }>('.');
  return { kinds: [...product.kinds, added.musicKind] };
});

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await startTestApp({ alone: true });
});
afterAll(() => app?.close());
beforeEach(async () => {
  user = await app.newUser();
  await app.idle();
});

const TEXT = 'Mara climbs the stairs.';
const asked = (fails = false) => ({ text: TEXT, voice: fails ? MUTE : 'alto' });
const balance = async () => (await user.agent.get('/api/credits/balance')).body as { balance: number };
const typesOf = async (streamId: string) => (await app.events(streamId)).map(({ type }) => type);
const jobOf = (id: string) => app.get(DataSource).getRepository(musicJobEntity).findOneByOrFail({ id });

describeOnTheWire('another kind of generation', () => app, {
  kind: musicJobs,
  place: (by) => projectWithScene(by),
  ask: (by, { sceneId }, fails) => app.get(MusicRequests).request(by.id, sceneId, asked(fails), randomUUID()),
});

describe('another kind of generation', () => {
  it('is queued, paid for, made and settled without a line about it outside its folder', async () => {
    const { projectId, sceneId } = await projectWithScene(user);
    const commandId = randomUUID();
    const { jobId, holdId } = await app.get(MusicRequests).request(user.id, sceneId, asked(), commandId);
    await app.idle();

    expect(await typesOf(`project-${projectId}`)).toEqual([
      'ProjectCreated',
      'SceneAdded',
      'MusicJobQueued',
      'MusicJobStarted',
      'MusicJobAccepted',
      'MusicJobCompleted',
    ]);
    expect(app.get(SandboxMusic).asked.get(jobId)).toEqual(asked());
    const job = await jobOf(jobId);
    expect(job).toMatchObject({ status: 'completed', projectId, sceneId, userId: user.id });
    const sound = await user.agent.get(job.audioUrl ?? '').expect(200);
    expect(sound.headers['content-type']).toBe('audio/wav');
    expect(String(sound.body)).toBe(TEXT);

    expect(await balance()).toEqual({ balance: 97 });
    const costs = await user.agent.get(`/api/projects/${projectId}/costs`).expect(200);
    expect(costs.body).toMatchObject({ breakdown: { music: { generate_music: { count: 1, totalZaps: 3 } } } });

    const again = await app.get(MusicRequests).request(user.id, sceneId, asked(), commandId);
    expect(again).toMatchObject({ jobId, holdId, status: 'completed' });
    await app.idle();
    expect(await balance()).toEqual({ balance: 97 });
  });

  it('says why it failed', async () => {
    const { sceneId } = await projectWithScene(user);
    const { jobId } = await app.get(MusicRequests).request(user.id, sceneId, asked(true), randomUUID());
    await app.idle();
    expect(await jobOf(jobId)).toMatchObject({ status: 'failed', error: 'The band is mute.', audioUrl: null });
  });
});
