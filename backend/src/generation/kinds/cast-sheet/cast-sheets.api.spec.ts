import { LIMITS } from '@storyreel/contracts';
import type { CastPicture, Project, RunDetail, Spending, UsageEvent } from '@storyreel/contracts';
import { startTestApp } from '../../../testing/app-harness';
import type { TestApp, TestUser } from '../../../testing/app-harness';
import { projectWithScene } from '../../../testing/make-story';

describe('a sheet of a member of the cast', () => {
  let app: TestApp;
  let user: TestUser;
  let path: string;
  let projectId: string;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app?.close());
  beforeEach(async () => {
    user = await app.newUser();
    ({ projectId } = await projectWithScene(user));
    path = `/api/projects/${projectId}`;
    await user.agent.patch(path).send({ characters: 'Mara: red coat\nTom' }).expect(200);
  });

  const project = async () => (await user.agent.get(path).expect(200)).body as Project;
  const pictures = async (): Promise<CastPicture[]> => (await project()).cast[0]?.pictures ?? [];
  const balance = async () =>
    ((await user.agent.get('/api/credits/balance').expect(200)).body as { balance: number }).balance;
  const draw = (body: object = {}, status = 200) =>
    user.agent
      .post(`${path}/cast/sheet`)
      .send({ memberId: 'character-mara', ...body })
      .expect(status);
  const runOf = async ({ body }: { body: unknown }) => {
    const { jobId } = (body as Project).cast[0]?.sheet ?? { jobId: '' };
    await app.idle();
    return (await user.agent.get(`/api/runs/${jobId}`).expect(200)).body as RunDetail;
  };

  it('has three sides, the first of which becomes the member’s first image and the reference of the next sheet', async () => {
    const before = await balance();
    const first = await runOf(await draw());
    const drawn = await pictures();
    expect(drawn).toHaveLength(3);
    expect(new Set(drawn.map(({ hash }) => hash)).size).toBe(3);
    expect(drawn.every(({ hash }) => /^[0-9a-f]{64}$/u.test(hash))).toBe(true);
    expect(before - (await balance())).toBe(3);
    expect(first).toMatchObject({ kind: 'castSheet', state: 'complete', zaps: 3, sent: [], canRunAgain: false });
    expect(first.assets.map(({ url }) => url)).toEqual(drawn.map(({ url }) => url));

    const second = await runOf(await draw());
    expect(second.sent).toEqual([{ name: 'Mara', kind: 'character', url: drawn[0]?.url, hash: drawn[0]?.hash }]);
    expect(await pictures()).toHaveLength(LIMITS.picturesPerCastMember);
    expect((await pictures()).slice(0, 3)).toEqual(drawn);
  });

  it('counts as kept while its images exist, and has its price explained', async () => {
    const { id } = await runOf(await draw());
    const [picture] = await pictures();
    const change = { action: 'removePicture', memberId: 'character-mara', pictureId: picture?.id };
    await user.agent.post(`${path}/cast`).send({ change }).expect(200);
    await app.idle();
    const { body } = await user.agent.get('/api/credits/spending?by=kind').expect(200);
    expect((body as Spending).rows).toMatchObject([{ made: 3, kept: 2, discarded: 1 }]);
    const { body: run } = await user.agent.get(`/api/runs/${id}`).expect(200);
    expect((run as RunDetail).assets.map(({ place }) => place)).toEqual(['removed', 'main', 'in_scene']);
    const [used] = (await user.agent.get('/api/usage-events').expect(200)).body as UsageEvent[];
    const { body: charge } = await user.agent.get(`/api/credits/charges/${used?.holdId}`).expect(200);
    expect(JSON.stringify(charge)).toContain('3 images = 3 zaps');
  });

  it.each([
    ['of nobody', { memberId: 'character-nobody' }, 404, 'Not found'],
    ['of a member without text and images', { memberId: 'character-tom' }, 409, 'Say in words how Tom looks'],
    ['by a model that is not offered', { model: 'flux-dev' }, 400, 'is not set up here'],
  ])('is refused %s, before any zaps are held', async (_, body, status, words) => {
    const before = await balance();
    expect(((await draw(body, status)).body as { message: string }).message).toContain(words);
    expect(await balance()).toBe(before);
  });

  it('is refused where three images do not fit, with the number that fit', async () => {
    await runOf(await draw());
    await runOf(await draw());
    const before = await balance();
    const { body } = await draw({}, 409);
    expect(body).toMatchObject({ message: 'A sheet has 3 images, and no further image fits. Remove 3 of Mara first.' });
    expect(await balance()).toBe(before);
  });
});
