import type { Page } from '@playwright/test';
import type { SocialAccount, SocialPlatform } from '@storyreel/contracts';
import type { ApiClient } from '../../../scripts/lib/api-client.mjs';
import { expect } from './test';

/** Connects a sandbox account. */
export const connectAccount = (api: ApiClient, platform: SocialPlatform): Promise<SocialAccount> =>
  api.json('POST', '/api/social/accounts', {
    platform,
    accountName: `My ${platform} Account`,
    accountId: `account-${platform}`,
    accessToken: 'placeholder-token',
    isActive: true,
  });

/** Connects a platform through the Social screen. */
export async function connect(page: Page, name: string): Promise<void> {
  const strip = page.getByRole('region', { name: 'Platform Connections' });
  await strip.getByRole('button', { name }).click();
  await page.getByRole('dialog', { name }).getByRole('button', { name: 'Connect Account' }).click();
  await expect(page.getByRole('dialog', { name }).getByText('Connected & Active')).toBeVisible();
  await expect(async () => {
    // The first Escape closes the toast.
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 200 });
  }).toPass();
}
