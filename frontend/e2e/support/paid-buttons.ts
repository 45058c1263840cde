import type { Locator, Page } from '@playwright/test';
import type { Scene } from '@storyreel/contracts';
import type { ApiClient } from '../../../scripts/lib/api-client.mjs';
import { expect } from './test';
import { WorkspacePage } from './pages/workspace-page';

/** What a button is pressed on. */
export interface Ground {
  projectId: string;
  sceneId: string;
}
export interface PaidButton {
  /** What the price book calls it; a purchase is none of its operations. */
  operation: string | null;
  name: string;
  endpoint: RegExp;
  tab?: string;
  /** Where it is, when it is in no tab. */
  address?: string;
  /** False when the page says that nothing is left to be made, so that there is nothing to press. */
  press(page: Page): Promise<void | boolean>;
  /** How much of it is there. */
  made?(api: ApiClient, ground: Ground): Promise<number>;
}

/** Work whose answer was lost goes on, and its button waits for it. Milliseconds. */
export const UNDER_WAY_MS = 60_000;

const button = (name: RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click({ timeout: UNDER_WAY_MS });
const sceneOf = (api: ApiClient, { sceneId }: Ground) => api.json<Scene>('GET', `/api/scenes/${sceneId}`);

const isNarrated = async (api: ApiClient, ground: Ground) => Number((await sceneOf(api, ground)).speech !== null);

const imagesOf = async (api: ApiClient, ground: Ground) =>
  (await sceneOf(api, ground)).imageUrls.filter((url) => url !== '').length;

/**
 * Presses a button and confirms it. A push can tell at any moment that what it is pressed for has been made.
 * @returns whether it was confirmed
 */
async function confirmUnlessDone(
  page: Page,
  { open, confirm, isDone }: { open: Locator; confirm: string; isDone: Locator },
): Promise<boolean> {
  const { dialog } = new WorkspacePage(page);
  let isPressed = false;
  await expect(async () => {
    if (await isDone.isVisible()) return;
    if (!(await dialog.isVisible())) await open.click({ timeout: 1_000 });
    await dialog.getByRole('button', { name: confirm, exact: true }).click({ timeout: 1_000 });
    isPressed = true;
  }).toPass({ timeout: UNDER_WAY_MS });
  return isPressed;
}

/** Every button that takes or buys zaps, or a place in the day's allowance. */
export const PAID_BUTTONS: readonly PaidButton[] = [
  { operation: null, name: 'Add Zaps', endpoint: /\/api\/credits\/add-zaps$/, press: button(/^Add Zaps/) },
  {
    operation: 'scene_description',
    name: 'Regenerate Description',
    endpoint: /\/generate\/scene-description\//,
    tab: 'build',
    press: button(/^Regenerate Description/),
  },
  {
    operation: 'scene_description',
    name: 'Create Descriptions',
    endpoint: /\/api\/batches$/,
    tab: 'scenes',
    press: button(/^Create Descriptions/),
  },
  {
    operation: 'enhance_prompt',
    name: 'Enhance Prompt',
    endpoint: /\/enhance-prompt$/,
    tab: 'build',
    press: button(/^Enhance Prompt/),
  },
  {
    operation: 'video_prompt',
    name: 'Regenerate Video Prompt',
    endpoint: /\/generate\/video-prompt\//,
    tab: 'build',
    press: button(/^Regenerate Video Prompt/),
  },
  {
    operation: 'continuity',
    name: 'Create Continuity',
    endpoint: /\/generate\/continuity$/,
    tab: 'settings',
    press: button(/^Create Continuity/),
  },
  {
    operation: 'post_description',
    name: 'Create Description',
    endpoint: /\/ai\/generate-description$/,
    address: '/social',
    async press(page) {
      const card = page.getByRole('region', { name: 'Create New Post' });
      const youtube = card.getByRole('button', { name: /^YouTube/ });
      await card.getByLabel('Title').fill('The keeper');
      await expect(youtube, 'its account is read').toBeEnabled();
      if ((await youtube.getAttribute('aria-pressed')) === 'false') await youtube.click();
      await card.getByRole('button', { name: /^Create Description/ }).click();
    },
  },
  {
    operation: 'write_story',
    name: 'Write Story',
    endpoint: /\/write-story$/,
    tab: 'story',
    async press(page) {
      const { dialog } = new WorkspacePage(page);
      if (!(await dialog.isVisible())) await page.getByRole('button', { name: /^Write Story/ }).click();
      await dialog.getByLabel('Idea').fill('A keeper finds a bottle.');
      await dialog.getByRole('button', { name: /^(Write|Replace) Story$/ }).click();
    },
  },
  {
    operation: 'process_story',
    name: 'Create Scenes',
    endpoint: /\/process-story$/,
    tab: 'story',
    async press(page) {
      const { dialog } = new WorkspacePage(page);
      if (!(await dialog.isVisible())) await page.getByRole('button', { name: 'Create Scenes' }).click();
      await dialog.getByRole('button', { name: 'Create Scenes' }).click();
    },
    made: async (api, { projectId }) => (await api.json<Scene[]>('GET', `/api/scenes?projectId=${projectId}`)).length,
  },
  {
    operation: 'generate_image',
    name: 'Generate Images',
    endpoint: /\/midjourney\/generate-image$/,
    tab: 'build',
    press: button(/^Generate 4 Images/),
    made: imagesOf,
  },
  {
    operation: 'generate_image',
    name: 'Generate Images for all scenes',
    endpoint: /\/api\/batches$/,
    tab: 'build',
    press: (page) =>
      confirmUnlessDone(page, {
        open: page.getByRole('button', { name: 'Generate Images', exact: true }),
        confirm: 'Generate Images',
        isDone: page.getByText('Images complete'),
      }),
    made: imagesOf,
  },
  {
    operation: 'generate_speech',
    name: 'Narrate',
    endpoint: /\/generate-speech$/,
    tab: 'audio',
    press: button(/^Narrate (Again )?[\d.]+ zaps/),
    made: isNarrated,
  },
  {
    operation: 'generate_speech',
    name: 'Narrate all scenes',
    endpoint: /\/api\/batches$/,
    tab: 'audio',
    press: (page) =>
      confirmUnlessDone(page, {
        open: page.getByRole('button', { name: /^Narrate \d+ Scenes?/ }),
        confirm: 'Narrate',
        isDone: page.getByRole('button', { name: 'All Scenes Narrated' }),
      }),
    made: isNarrated,
  },
  {
    operation: 'generate_video',
    name: 'Generate Video',
    endpoint: /\/generate-video$/,
    tab: 'build',
    press: button(/^Generate Video(?!s)/),
    made: async (api, ground) => (await sceneOf(api, ground)).videos.filter(({ url }) => url).length,
  },
];
