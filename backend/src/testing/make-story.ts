import type { TestUser } from './app-harness';

export const STORY =
  'Mara climbed the lighthouse stairs at dawn. The lamp had gone out in the storm. ' +
  'Below, the harbour boats tugged at their ropes. Old Tom waited on the pier with a coil of wire. ' +
  'At noon the two of them carried the wire up to the lantern room. The sea was calm and green. ' +
  'By evening the light burned again, and every boat came home.';

/** Creates a project with a story and one scene through the API. */
export async function projectWithScene(user: Pick<TestUser, 'agent'>): Promise<{ projectId: string; sceneId: string }> {
  const project = await user.agent.post('/api/projects').send({ title: 'The Lamp', story: STORY }).expect(201);
  const { id: projectId } = project.body as { id: string };
  const given = {
    projectId,
    title: 'dawn',
    description: 'Mara climbs the stairs.',
    imagePrompt: 'a lighthouse at dawn',
  };
  const scene = await user.agent.post('/api/scenes').send(given).expect(201);
  return { projectId, sceneId: (scene.body as { id: string }).id };
}
