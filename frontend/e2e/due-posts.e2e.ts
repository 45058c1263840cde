import type { SandboxPost, SocialPost } from '@storyreel/contracts';
import { connectAccount } from './support/accounts';
import { expect, test } from './support/test';

test.describe.configure({ timeout: 180_000 });

const PLATFORMS = ['youtube', 'instagram', 'tiktok'] as const;

test('posts that are due while the server is dead are published once each when it is back', async ({
  page,
  api,
  server,
}) => {
  const soon = Date.now() + 5_000;
  for (const platform of PLATFORMS) {
    const account = await connectAccount(api, platform);
    await api.json('POST', '/api/social/posts', {
      title: `The lamp on ${platform}`,
      content: 'The lamp goes dark.',
      platform,
      socialAccountId: account.id,
      scheduledAt: new Date(soon).toISOString(),
    });
  }
  await page.goto('/social');
  const chips = page.locator('td').getByRole('button', { name: /The lamp on/ });
  await expect(chips).toHaveCount(3);
  await server.kill();
  await expect.poll(() => Date.now(), { timeout: 30_000 }).toBeGreaterThan(soon);
  await server.restart();

  const states = async () => (await api.json<SocialPost[]>('GET', '/api/social/posts')).map(({ status }) => status);
  await expect.poll(states, { timeout: 60_000 }).toEqual(['published', 'published', 'published']);
  await expect(
    page.locator('td').getByRole('button', { name: /The lamp on .*published/ }),
    'without a reload',
  ).toHaveCount(3, {
    timeout: 40_000,
  });
  await page.goto('/social/published');
  for (const platform of PLATFORMS) {
    await expect(page.getByRole('article', { name: `The lamp on ${platform}` })).toHaveCount(1);
  }
  const sent = await api.json<SandboxPost[]>('GET', '/api/social/sandbox-posts');
  expect(sent.map(({ platform }) => platform).sort()).toEqual([...PLATFORMS].sort());
});
