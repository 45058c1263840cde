import type { ChatMessage, Project, Scene } from '@storyreel/contracts';
import { faultsInBothThemes } from './support/axe';
import { first, makeProject } from './support/content';
import { ResearchPage } from './support/pages/research-page';
import { WorkspacePage } from './support/pages/workspace-page';
import { startTestServer, type TestServer } from './support/server';
import { expect, test as base } from './support/test';

const OLD = 'Mara climbed the stairs of the lighthouse at dusk.';
const IDEA = 'A keeper called Elias finds a bottle on the beach';

/** Jobs take long enough to be in progress when the server is killed. */
const test = base.extend<object, { server: TestServer }>({
  server: [
    async ({}, use) => {
      const server = await startTestServer({ SANDBOX_DELAY_MS: '8000' });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});
test.describe.configure({ timeout: 180_000 });

test('work that is running when the server dies continues in every window, and is paid for once', async ({
  page,
  api,
  user,
  server,
  openWindow,
}) => {
  const { project, scenes } = await makeProject(api, 'The bottle', ['The harbour'], { story: OLD });
  const { id } = first(scenes);
  await api.json('PATCH', `/api/scenes/${id}`, { imagePrompt: 'A lighthouse in a storm at night' });
  const [writing, building] = [new WorkspacePage(page), new WorkspacePage(await openWindow(user))];
  const research = new ResearchPage(await openWindow(user));
  await writing.open(project.id);
  await building.open(project.id, 'build');
  await research.open(project.id);
  const scene = building.scene(1);
  const words = scene.text('Image Prompt');

  await page.getByRole('button', { name: /^Write Story/ }).click();
  await expect(writing.dialog.getByText(/^Cost: 0\.5 zaps/)).toBeVisible();
  await writing.dialog.getByLabel('Idea').fill(IDEA);
  await writing.dialog.getByRole('radio', { name: 'Tense' }).click();
  await writing.dialog.getByRole('button', { name: 'Replace Story' }).click();
  await research.ask('Give me some ideas');
  await expect(research.thinking).toBeVisible();
  const images = words.page().waitForResponse('**/api/midjourney/generate-image');
  await scene.generateImages.click();
  expect((await images).ok()).toBe(true);
  const saved = words.page().waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
  await words.fill('A lamp in the fog');
  await expect(writing.story, 'the story grows in the page').toHaveValue(new RegExp(`^${IDEA}`));
  await expect(writing.story).not.toBeEditable();
  await expect(research.messages, 'so does the reply').toHaveCount(2);
  await saved;

  await server.kill();
  expect(server.hasEnded()).toBe(true);
  await words.press('End');
  await words.pressSequentially(', unlit');
  expect(await faultsInBothThemes(page, 'a story that is written')).toEqual([]);
  await server.restart();

  await expect(page.getByText('Your new story is in place.'), 'without a reload').toBeVisible({ timeout: 90_000 });
  await expect(writing.story).toHaveValue(/let the story begin again\.$/);
  await expect(writing.story).toBeEditable();
  const written = await api.json<Project>('GET', `/api/projects/${project.id}`);
  expect(written.story.match(/begin again/g)).toHaveLength(1);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(writing.story).toHaveValue(OLD);

  await expect(research.thinking).toHaveCount(0, { timeout: 90_000 });
  await expect(research.messages.nth(1)).toContainText('I am the sandbox assistant');
  const [, reply] = await api.json<ChatMessage[]>('GET', `/api/chat?projectId=${project.id}`);
  expect(reply).toMatchObject({ status: 'complete', error: null });
  expect(reply?.content.match(/Some questions to go on with/g)).toHaveLength(1);

  await expect(scene.images.complete).toHaveCount(4, { timeout: 90_000 });
  await scene.images.expectPictureShown();
  const made = await api.json<Scene>('GET', `/api/scenes/${id}`);
  expect(new Set(made.imageUrls.filter((url) => url !== '')).size).toBe(4);
  await expect(words).toHaveValue('A lamp in the fog, unlit');
  const prompt = async () => (await api.json<Scene>('GET', `/api/scenes/${id}`)).imagePrompt;
  await expect.poll(prompt, 'what was typed while the server was away').toBe('A lamp in the fog, unlit');

  const charges = async () =>
    (await api.json<{ amount: number }[]>('GET', '/api/credits/transactions')).filter(({ amount }) => amount < 0);
  await expect.poll(async () => (await charges()).length, 'the story, the reply and the images').toBe(3);
});
