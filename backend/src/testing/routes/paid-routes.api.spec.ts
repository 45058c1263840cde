import { toUnits } from '@storyreel/contracts';
import { PaidWork } from '../../money/zaps';
import { ROUTES as CONTRACTS } from '@storyreel/contracts/testing';
import { startTestApp, type TestApp, type TestUser } from '../app-harness';
import { countEvents } from '../test-database';
import { type Belongings, untouched, uploadedPicture } from './belongings';
import { run } from './prepare';
import { send } from './route';
import { KEYED_ROUTES } from './routes';

const PURPOSE = {
  provider: 'sandbox',
  model: 'none',
  operation: 'none',
  category: 'text' as const,
  description: 'All there is',
  projectId: null,
  sceneId: null,
  workId: 'all-there-is',
  requestHash: 'all-there-is',
};

describe('a creator without zaps', () => {
  let app: TestApp;
  let poor: TestUser;
  let target: Belongings;
  let imageJob: string;
  let imageUrl: string;

  beforeAll(async () => {
    app = await startTestApp();
    poor = await app.newUser();
    // Runs that can be repeated have to be paid for first.
    const before = await untouched(poor);
    await run(poor.agent, before, app);
    ({ imageJob } = before);
    // Stored on this server: a film accepts no other image.
    imageUrl = await uploadedPicture(poor.agent);
    await app.idle();
    const left = await app.get(PaidWork).available(poor.id);
    await app.get(PaidWork).reserve({
      userId: poor.id,
      holdId: crypto.randomUUID(),
      price: { units: toUnits(left), usd: 0, version: 'v' },
      purpose: PURPOSE,
      deadline: '2999-01-01T00:00:00.000Z',
      bulk: false,
    });
  });
  afterAll(() => app?.close());
  beforeEach(async () => {
    target = { ...(await untouched(poor)), imageJob, mediaKey: imageUrl.replace('/api/media/', '') };
    await poor.agent.post(`/api/scenes/${target.scene}/images`).send({ imageUrl }).expect(200);
    await poor.agent.patch(`/api/projects/${target.filmProject}`).send({ characters: 'Mara: red coat' }).expect(200);
  });

  const countOf = (...types: string[]): Promise<number> => countEvents(app.runtime.pool, poor.id, types);

  it.each(KEYED_ROUTES.filter(([, , { isPaid }]) => isPaid))(
    'is refused %s before anything is queued or held [ZAPS-22]',
    async (name, route, { makes }) => {
      const before = await countOf('ZapsReserved', makes);
      const { body: refusal } = await send(poor.agent, [name, route], target)
        .set('Idempotency-Key', 'what-nobody-can-pay')
        .expect(402);
      expect(refusal).toMatchObject({
        code: 'insufficient_zaps',
        message: expect.stringMatching(/^Insufficient zaps/),
      });
      await app.idle();
      expect(await countOf('ZapsReserved', makes)).toBe(before);
    },
  );

  it.each(KEYED_ROUTES.filter(([name, , { isPaid, prepare }]) => !isPaid && !prepare && name.startsWith('POST')))(
    'may still %s',
    async (name, route) => {
      await send(poor.agent, [name, route], target).expect(CONTRACTS[name]?.status ?? 200);
    },
  );
});
