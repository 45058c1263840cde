import type { UsageEvent } from '@storyreel/contracts';
import { startTestApp, type TestApp, type TestUser } from '../app-harness';
import { grantRole } from '../grant-role';
import { projectWithScene } from '../make-story';

/** An installation with six ledger entries: three grants, an image that Mara paid for, and zaps that Tom bought. */
export interface AuditStage {
  app: TestApp;
  finance: TestUser;
  mara: TestUser;
  tom: TestUser;
  /** Location of Mara's image. */
  place: { projectId: string; sceneId: string };
  /** The hold of Mara's charge for the image. */
  holdId: string;
  /** Reads an address as the finance user, or as the given one. */
  read<Body>(path: string, user?: TestUser): Promise<Body>;
}

/**
 * Requests an image under a fixed idempotency key. The image is charged, since the plan includes only bulk runs.
 */
export const draw = (user: TestUser, sceneId: string) =>
  user.agent
    .post('/api/midjourney/generate-image')
    .send({ sceneId, prompt: 'the lamp', idempotencyKey: 'draw-the-lamp' })
    .expect(200);

export async function startAuditStage(): Promise<AuditStage> {
  const app = await startTestApp({ alone: true });
  const [finance, mara, tom] = [await app.newUser(), await app.newUser(), await app.newUser()];
  const read = async <Body>(path: string, user = finance): Promise<Body> =>
    (await user.agent.get(path).expect(200)).body as Body;
  await grantRole(app, finance, 'finance');
  const place = await projectWithScene(mara);
  await draw(mara, place.sceneId);
  await app.idle();
  await tom.agent.post('/api/credits/add-zaps').send({ amount: 500 }).expect(200);
  await app.idle();
  const [used] = await read<UsageEvent[]>('/api/usage-events', mara);
  return { app, finance, mara, tom, place, holdId: used?.holdId ?? '', read };
}
