import type { PerformanceRow, SocialPost, Style } from '@storyreel/contracts';
import { type AuditStage, startAuditStage } from '../../testing/ledger/audit-stage';
import { connectAccount } from '../../testing/social-steps';
import { ReadStatistics } from '../workers/read-statistics';

let stage: AuditStage;
beforeAll(async () => {
  stage = await startAuditStage();
}, 60_000);
afterAll(() => stage?.app.close());

it('tells how many zaps a thousand views have cost, by project, style and model, and only to their author', async () => {
  const { app, mara, tom, place, read } = stage;
  const performance = (by: string, user = mara) => read<PerformanceRow[]>(`/api/credits/performance?by=${by}`, user);
  expect(await performance('project')).toEqual([]);
  const style = { name: 'Ink', imageUrl: 'https://example.com/ink.png', category: 'Custom' };
  const { id: styleId } = (await mara.agent.post('/api/styles').send(style).expect(201)).body as Style;
  await mara.agent.patch(`/api/projects/${place.projectId}`).send({ selectedStyle: styleId }).expect(200);
  const { id: socialAccountId } = await connectAccount(mara);
  const words = { title: 'The Lamp', content: 'A keeper.', platform: 'instagram', socialAccountId };
  for (const projectId of [place.projectId, place.projectId, null])
    await mara.agent
      .post('/api/social/posts')
      .send({ ...words, projectId, publishNow: true })
      .expect(201);
  await app.idle();
  await app.get(ReadStatistics).look();
  await app.idle();
  const posts = (await mara.agent.get('/api/social/posts').expect(200)).body as SocialPost[];
  const views = posts
    .filter(({ projectId }) => projectId !== null)
    .reduce((sum, { statistics }) => sum + (statistics?.numbers?.views ?? 0), 0);
  const figures = { sandbox: true, posts: 2, views, zaps: 4, zapsPer1000Views: expect.closeTo(4_000 / views, 4) };
  expect(await performance('project')).toEqual([{ key: place.projectId, label: 'The Lamp', ...figures }]);
  expect(await performance('style')).toEqual([{ key: styleId, label: 'Ink', ...figures }]);
  expect(await performance('model')).toEqual([{ ...figures, key: expect.any(String), label: expect.any(String) }]);
  expect(await performance('project', tom)).toEqual([]);
});
