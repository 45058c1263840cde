import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';
import { projectWithScene } from '../../testing/make-story';

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await startTestApp();
  user = await app.newUser();
});
afterAll(() => app?.close());

const pathOf = (projectId: string): string => `/api/projects/${projectId}/storyboard.pdf`;

describe('the storyboard of a project as PDF', () => {
  it('has the scenes on the requested paper, with images decoded in another process', async () => {
    const { projectId, sceneId } = await projectWithScene(user);
    await user.agent.post('/api/midjourney/generate-image').send({ sceneId, prompt: 'a lighthouse' }).expect(200);
    await app.idle();
    const { body, headers } = await user.agent
      .get(pathOf(projectId))
      .query({ paper: 'letter', frames: 6 })
      .buffer(true)
      .expect(200);
    const pdf = (body as Buffer).toString('latin1');
    expect(headers['content-disposition']).toContain('filename="The_Lamp_storyboard.pdf"');
    expect(pdf).toMatch(/^%PDF-/u);
    expect(pdf).toContain('/MediaBox [0 0 612 792]');
    expect(pdf).toContain('/DCTDecode');
    await user.agent.head(pathOf(projectId)).expect(200).expect('content-type', 'application/pdf');
  });

  it('is refused without scenes, on unknown paper and to others', async () => {
    const { projectId } = await projectWithScene(user);
    await user.agent.get(pathOf(projectId)).query({ frames: 5 }).expect(400);
    await (await app.newUser()).agent.get(pathOf(projectId)).expect(404);
    const { id } = (await user.agent.post('/api/projects').send({ title: 'Empty' }).expect(201)).body as { id: string };
    const { body } = await user.agent.get(pathOf(id)).expect(400);
    expect(body).toMatchObject({ message: 'There is no scene yet. Create scenes first.' });
  });
});
