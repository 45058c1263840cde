import type { SocialAccount, SocialPost } from '@storyreel/contracts';
import type { TestUser } from './app-harness';

/** Connects a user's Instagram account, for the first time or again. */
export async function connectAccount({ agent, id: accountId }: TestUser): Promise<SocialAccount> {
  const account = { platform: 'instagram', accountName: 'gull.point', accountId, accessToken: 'placeholder' };
  return (
    await agent
      .post('/api/social/accounts')
      .send({ ...account, isActive: true })
      .expect(201)
  ).body as SocialAccount;
}

export const postOf = async ({ agent }: TestUser, id: string): Promise<SocialPost | undefined> =>
  ((await agent.get('/api/social/posts').expect(200)).body as SocialPost[]).find((post) => post.id === id);
