import { type ContentTemplate, LIMITS, postLimits, SOCIAL_PLATFORMS } from '@storyreel/contracts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await startTestApp();
  user = await app.newUser();
});
afterAll(() => app?.close());

const list = async (): Promise<ContentTemplate[]> =>
  (await user.agent.get('/api/content-templates').expect(200)).body as ContentTemplate[];
const save = (name: string) => user.agent.post('/api/content-templates').send({ name, contentTemplate: 'It is out.' });

describe('the built-in templates', () => {
  it('are three, and fit every platform [COMPOSER-22]', async () => {
    const seeded = await list();
    expect(seeded).toHaveLength(3);
    const { characters, hashtags } = postLimits(SOCIAL_PLATFORMS);
    for (const { contentTemplate, hashtagTemplate } of seeded) {
      expect(contentTemplate.length).toBeLessThanOrEqual(characters);
      const tags = hashtagTemplate.split(' ');
      expect(tags.length).toBeLessThanOrEqual(hashtags);
      expect(tags.filter((tag) => !/^[a-z]+$/.test(tag))).toEqual([]);
    }
  });
});

describe('the templates of a user', () => {
  it('are limited in number, without counting deleted ones', async () => {
    const first = (await save('First').expect(201)).body as ContentTemplate;
    for (let n = 1; n < LIMITS.templatesPerUser; n++) await save(`Template ${n}`).expect(201);
    expect((await save('One too many').expect(400)).body).toMatchObject({ code: 'limit_reached' });
    await user.agent.delete(`/api/content-templates/${first.id}`).expect(200);
    await save('In its place').expect(201);
    const restored = await user.agent.post('/api/content-templates/restore').send({ id: first.id }).expect(400);
    expect(restored.body).toMatchObject({ code: 'limit_reached' });
  }, 60_000);
});
