import type { Project, Scene, Style } from '@storyreel/contracts';
import { tableName } from '../../eventsourcing/views/view';
import { stylesViews } from '../../projects/styles';
import { PROVIDERS, type Providers } from '../../integrations/providers.token';
import { uploadFile } from '../../testing/film-stage';
import { blackPng } from '../../testing/crafted-pictures';
import { projectWithScene } from '../../testing/make-story';
import { NodeStage, type StagedNode, type TestUser } from '../../testing/node-stage';
import { OpenAiStub } from '../../testing/provider-stubs/openai-stub';

const REFERENCE = 'https://example.org/mara.png';
const WRITTEN = { description: 'Mara climbs the stairs.', imagePrompt: 'a spiral staircase', videoPrompt: 'pan up' };

describe('a request to a text model', () => {
  const openai = new OpenAiStub();
  let stage: NodeStage;
  let node: StagedNode;
  let ada: TestUser;
  let projectId: string;
  let sceneId: string;

  beforeAll(async () => {
    stage = await NodeStage.open();
    const config = { openai: { apiKey: OpenAiStub.apiKey, baseUrl: await openai.start() } };
    node = await stage.node('A', { config });
    ada = await node.newUser();
    await node.idle();
  });
  afterAll(async () => {
    await stage.close();
    await openai.stop();
  });
  beforeEach(async () => {
    ({ projectId, sceneId } = await projectWithScene(ada));
    openai.reply = () => JSON.stringify(WRITTEN);
  });
  afterEach(() => jest.restoreAllMocks());

  const change = (fields: Partial<Project>) => ada.agent.patch(`/api/projects/${projectId}`).send(fields).expect(200);
  const chooseStyle = async (attributes: string): Promise<string> => {
    const style = { name: 'Ink', imageUrl: REFERENCE, category: 'Custom', attributes };
    const { id } = (await ada.agent.post('/api/styles').send(style).expect(201)).body as Style;
    await change({ selectedStyle: id });
    return id;
  };
  const describeScene = async (body: object = {}): Promise<Scene> => {
    const answer = await ada.agent.post(`/api/ai/generate/scene-description/${sceneId}`).send(body).expect(200);
    return (answer.body as { scene: Scene }).scene;
  };
  const lastQuestion = (): string => (openai.questions.at(-1)?.messages ?? []).map(({ content }) => content).join('\n');
  /** Returns the image prompt that reaches the provider when images of the unchanged scene are generated. */
  const promptOfImages = async (): Promise<string | undefined> => {
    const create = jest.spyOn(node.get<Providers>(PROVIDERS).image, 'create');
    const { imagePrompt } = (await ada.agent.get(`/api/scenes/${sceneId}`).expect(200)).body as Scene;
    const order = { sceneId, projectId, prompt: imagePrompt, idempotencyKey: `images-of-${sceneId}` };
    await ada.agent.post('/api/midjourney/generate-image').send(order).expect(200);
    await node.idle();
    expect(create).toHaveBeenCalledTimes(1);
    return create.mock.calls[0]?.[0].prompt;
  };

  it('for an image prompt ends with the attributes of the project’s style, up to the provider [AI-07]', async () => {
    await chooseStyle('ink wash, grainy paper');
    expect((await describeScene()).imagePrompt).toMatch(/^a spiral staircase\W[^]*ink wash, grainy paper$/);
    expect(lastQuestion()).toContain('ink wash, grainy paper');
    expect(await promptOfImages()).toMatch(/^a spiral staircase\W[^]*ink wash, grainy paper$/);
  });

  it('takes the attributes from the style itself, whatever its view shows', async () => {
    const id = await chooseStyle('ink wash');
    const [styleListView] = stylesViews;
    const late = `update views.${tableName(styleListView)} set attributes = 'oil' where id = $1`;
    expect((await node.runtime.pool.query(late, [id])).rowCount).toBe(1);
    expect((await describeScene()).imagePrompt).toMatch(/ink wash$/);
  });

  it('for an enhanced prompt ends with them too, and has nothing of a deleted style [AI-07]', async () => {
    openai.reply = () => JSON.stringify({ enhancedPrompt: 'a lighthouse in mist' });
    const enhance = async () => {
      const { body } = await ada.agent.post(`/api/scenes/${sceneId}/enhance-prompt`).expect(200);
      return (body as { enhancedPrompt: string }).enhancedPrompt;
    };
    const styleId = await chooseStyle('ink wash');
    expect(await enhance()).toMatch(/^a lighthouse in mist\W[^]*ink wash$/);
    await ada.agent.delete(`/api/styles/${styleId}`).expect(200);
    expect(await enhance()).toBe('a lighthouse in mist');
  });

  it('for an image prompt carries the reference image when its description mentions the lead, and only then [AI-06]', async () => {
    const reference = await uploadFile(ada, blackPng(40, 60), 'image/png', 'image');
    await change({ imageUrl: reference, characters: 'Mara: brave\nTom: shy' });
    expect((await describeScene()).imagePrompt).toBe(`a spiral staircase --oref ${reference}`);
    expect(await promptOfImages()).toBe(`a spiral staircase --oref ${reference}`);

    openai.reply = () => JSON.stringify({ ...WRITTEN, description: 'Tom waits on the pier.' });
    expect((await describeScene()).imagePrompt).toBe('a spiral staircase');

    openai.reply = () => JSON.stringify(WRITTEN);
    await change({ imageUrl: null });
    expect((await describeScene()).imagePrompt).toBe('a spiral staircase');
  });

  it('for a description has the details of the request, or else a fallback [AI-05]', async () => {
    await describeScene({ continuityDetails: 'Props:\nA brass key' });
    expect(lastQuestion()).toContain('A brass key');
    await describeScene();
    expect(lastQuestion()).toContain('No specific continuity details available');
    await change({ characters: 'Mara: brave' });
    await describeScene({ continuityDetails: ' ' });
    expect(lastQuestion()).toContain('Main character: Mara: brave');
  });

  it('for a post has its title, its platforms and its project, and nothing else [SOCIAL-35]', async () => {
    openai.reply = () => JSON.stringify({ caption: `A lamp burns. ${'😀'.repeat(2000)}` });
    const projectContext = { title: 'Gull Point', description: 'Two sisters.', story: 'Mara climbed the stairs.' };
    const body = { title: 'The Keeper', platforms: ['tiktok', 'youtube'], projectContext };
    const answer = await ada.agent.post('/api/ai/generate-description').send(body).expect(200);
    for (const told of ['The Keeper', 'tiktok, youtube', '2200 characters', ...Object.values(projectContext)])
      expect(lastQuestion()).toContain(told);
    const { description } = answer.body as { description: string };
    expect(description).toMatch(/^A lamp burns\. /);
    // TikTok counts an emoji as two characters.
    expect(description.length).toBeGreaterThan(2_190);
    expect(description.length).toBeLessThanOrEqual(2_200);

    await ada.agent
      .post('/api/ai/generate-description')
      .send({ title: 'Fog', platforms: ['instagram'] })
      .expect(200);
    expect(lastQuestion()).toContain('Fog');
    expect(lastQuestion()).not.toContain('Gull Point');
  });

  describe('in the language of the story', () => {
    const STORY_IN_GERMAN =
      'Mara stieg am Morgen die Treppe des Turms hinauf. Das Licht war im Sturm erloschen, und sie war nicht allein. ' +
      'Der alte Tom wartete auf der Mole mit einer Rolle Draht. Am Abend brannte das Licht wieder für die Boote.';
    const GERMAN = {
      ...WRITTEN,
      description: 'Mara steigt die Treppe hinauf, und der alte Tom ist nicht bei ihr auf dem Turm.',
    };
    const ENGLISH = {
      ...WRITTEN,
      description: 'Mara climbs the stairs of the tower, and it was not Tom who was with her.',
    };
    const balance = async () => ((await ada.agent.get('/api/credits/balance')).body as { balance: number }).balance;
    const told = (language: string) => `Language: ${language}.`;

    it('what people read is asked for, and prompts in English', async () => {
      await change({ story: STORY_IN_GERMAN });
      openai.reply = () => JSON.stringify(GERMAN);
      await describeScene();
      expect(lastQuestion()).toContain(told('German'));
      expect(lastQuestion()).toContain('imagePrompt and videoPrompt always in English');
      openai.reply = () => JSON.stringify({ scenes: [{ firstSentence: 0, title: 'Das Licht am Morgen' }] });
      await ada.agent.post('/api/scenes/process-story').send({ projectId }).expect(200);
      expect(lastQuestion()).toContain(told('German'));
      openai.reply = () => JSON.stringify({ caption: 'Ein Licht.' });
      const post = { title: 'Storm', platforms: ['youtube'] };
      for (const [context, language] of [
        [{ story: STORY_IN_GERMAN }, 'German'],
        [{ story: STORY_IN_GERMAN, language: 'ja' }, 'Japanese'],
        [null, 'that of the title'],
      ] as const) {
        await ada.agent
          .post('/api/ai/generate-description')
          .send({ ...post, projectContext: context })
          .expect(200);
        expect(lastQuestion()).toContain(told(language));
      }
    });

    it('a language that was chosen for the project counts', async () => {
      await change({ language: 'es' });
      await describeScene();
      expect(lastQuestion()).toContain(told('Spanish'));
    });

    it('an answer in another language is asked for once more, and is charged once', async () => {
      await change({ story: STORY_IN_GERMAN });
      const [before, asked] = [await balance(), openai.questions.length];
      const answers = [ENGLISH, GERMAN];
      openai.reply = () => JSON.stringify(answers.shift());
      expect((await describeScene()).description).toBe(GERMAN.description);
      expect(lastQuestion()).toContain('An earlier answer was in English. What people read has to be in German.');
      const keys = openai.questions.slice(asked).map(({ idempotencyKey }) => idempotencyKey);
      expect([keys.length, new Set(keys).size]).toEqual([2, 2]);
      const paid = before - (await balance());
      openai.reply = () => JSON.stringify(GERMAN);
      await describeScene();
      expect(before - (await balance())).toBeCloseTo(2 * paid);
      // After asking twice, an answer in the wrong language is accepted.
      openai.reply = () => JSON.stringify(ENGLISH);
      expect((await describeScene()).description).toBe(ENGLISH.description);
      expect(openai.questions.length).toBe(asked + 5);
    });
  });

  it.each([' ', '\0', ''])(
    'with the empty answer %j gives no description, and costs nothing [SOCIAL-35]',
    async (caption) => {
      const balance = async () => ((await ada.agent.get('/api/credits/balance')).body as { balance: number }).balance;
      const before = await balance();
      openai.reply = () => JSON.stringify({ caption });
      const body = { title: 'The Keeper', platforms: ['tiktok'] };
      const { body: refusal } = await ada.agent.post('/api/ai/generate-description').send(body).expect(503);
      expect(refusal).toMatchObject({ code: 'provider_failed' });
      await node.idle();
      expect(await balance()).toBe(before);
    },
  );
});
