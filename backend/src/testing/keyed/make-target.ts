import type { Agent } from '../node-stage';
import type { Target } from './keyed-routes';

const STORY = 'Mara climbed the stairs of the lighthouse. At noon a ship came. In the evening Tom lit the lamp.';

/** Something of everything that a keyed request can be about, made over HTTP. */
export async function makeTarget(agent: Agent): Promise<Target> {
  const make = async (path: string, body: object): Promise<string> =>
    ((await agent.post(path).send(body).expect(201)).body as { id: string }).id;
  const project = await make('/api/projects', { title: 'P', story: STORY });
  const texts = { description: 'Mara climbs.', imagePrompt: 'a lighthouse' };
  const scene = await make('/api/scenes', { projectId: project, ...texts });
  // Each account of a platform is another one.
  const named = { accountName: 'My YouTube Account', accountId: project, accessToken: 'placeholder' };
  const account = await make('/api/social/accounts', { platform: 'youtube', ...named, isActive: true });
  const words = { title: 'P', content: 'A keeper.', platform: 'youtube', socialAccountId: account };
  return { project, scene, account, post: await make('/api/social/posts', words), run: '' };
}
