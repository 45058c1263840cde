import { toUnits } from '@storyreel/contracts';
import { PaidWork } from '../../zaps';
import { uploadedPicture } from '../isolation/fixtures';
import { NodeStage, type StagedNode, type TestUser } from '../node-stage';
import { KEYED_ROUTES, type Target } from './keyed-routes';
import { makeTarget } from './make-target';

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

describe('a creator who has no zaps left', () => {
  let stage: NodeStage;
  let node: StagedNode;
  let poor: TestUser;
  let target: Target;
  let run: string;
  let imageUrl: string;

  beforeAll(async () => {
    stage = await NodeStage.open();
    node = await stage.node('A');
    poor = await node.newUser();
    // What can be run again was paid for before.
    const before = await makeTarget(poor.agent);
    await KEYED_ROUTES['POST /api/runs/:id/again']?.prepare?.(poor.agent, before, node);
    run = before.run;
    // Stored here: a film takes no other.
    imageUrl = await uploadedPicture(poor.agent);
    await node.idle();
    const left = await node.get(PaidWork).available(poor.id);
    await node.get(PaidWork).reserve({
      userId: poor.id,
      holdId: 'all-there-is',
      price: { units: toUnits(left), usd: 0, version: 'v' },
      purpose: PURPOSE,
      deadline: '2999-01-01T00:00:00.000Z',
      bulk: false,
    });
  });
  afterAll(() => stage?.close());
  beforeEach(async () => {
    target = { ...(await makeTarget(poor.agent)), run };
    await poor.agent.post(`/api/scenes/${target.scene}/images`).send({ imageUrl }).expect(200);
  });

  const countOf = async (...types: string[]): Promise<number> => {
    let count = 0;
    for await (const { type } of node.runtime.events.readAll()) if (types.includes(type)) count++;
    return count;
  };

  it.each(Object.entries(KEYED_ROUTES).filter(([, { isPaid }]) => isPaid))(
    'is refused %s before anything is queued or held [ZAPS-22]',
    async (_, { path, body, makes }) => {
      const before = await countOf('ZapsReserved', makes);
      const order = poor.agent.post(path(target)).set('Idempotency-Key', 'what-nobody-can-pay');
      const { body: refusal } = await order.send(body?.(target)).expect(402);
      expect(refusal).toMatchObject({
        code: 'insufficient_zaps',
        message: expect.stringMatching(/^Insufficient zaps/),
      });
      await node.idle();
      expect(await countOf('ZapsReserved', makes)).toBe(before);
    },
  );

  it.each(
    Object.entries(KEYED_ROUTES).filter(
      ([name, { isPaid, prepare }]) => !isPaid && !prepare && name.startsWith('POST'),
    ),
  )('still may %s', async (_, { path, body, ok = 200 }) => {
    await poor.agent.post(path(target)).send(body?.(target)).expect(ok);
  });
});
