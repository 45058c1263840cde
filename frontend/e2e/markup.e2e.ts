import type { Locator, Page } from '@playwright/test';
import type { Project, Scene } from '@storyreel/contracts';
import type { ApiClient } from '../../scripts/lib/api-client.mjs';
import { SCREENS } from '../../scripts/lib/screens.mjs';
import { addImage, first, makeProject, upload, type MadeProject } from './support/content';
import { pngFile, wavFile } from './support/files';
import { injectedInto, MARKUP, NOTHING_INJECTED, watchInjection } from './support/injection-watch';
import { expect, test } from './support/test';

test.describe.configure({ timeout: 180_000 });

const OWN_SCREENS = SCREENS.filter(({ signedIn, staff }) => signedIn && !staff);
/** Where words of a user stand outside of fields. */
const SHOW_WORDS = new Set([
  ...['dashboard', 'project-story', 'project-scenes', 'project-build', 'project-board', 'project-audio'],
  ...['project-create', 'styles'],
]);
const MAKES_TEXT = 'input:not([type]), input[type=text], input[type=search], input[type=url], textarea';

async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('main')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

const labelOf = (field: Locator): Promise<string> =>
  field.evaluate((node) => {
    const { labels, ariaLabel, id } = node as HTMLInputElement;
    return ariaLabel ?? labels?.[0]?.textContent ?? id;
  });

/** Types the markup into every field that is on the page; answers with their labels. */
async function fillEverything(page: Page, where: Page | Locator = page): Promise<string[]> {
  const labels: string[] = [];
  for (const field of await where.locator(MAKES_TEXT).all()) {
    if (!(await field.isEditable())) continue;
    await field.fill(MARKUP);
    await expect(field).toHaveValue(MARKUP);
    await field.blur();
    labels.push(await labelOf(field));
  }
  return labels;
}

/** A project, a file of it and a style, named and described by markup only. */
async function makeMarkedProject(api: ApiClient): Promise<MadeProject> {
  const words = { description: MARKUP, story: MARKUP, characters: MARKUP, environment: MARKUP, props: MARKUP };
  const made = await makeProject(api, MARKUP, [MARKUP, MARKUP], words);
  for (const { id } of made.scenes)
    await api.json('PATCH', `/api/scenes/${id}`, { imagePrompt: MARKUP, videoPrompt: MARKUP });
  await addImage(api, first(made.scenes), await pngFile(`${MARKUP}.png`, 'red'));
  const { url: storyAudioUrl } = await upload(api, await wavFile(`${MARKUP}.wav`), 'audio');
  const storyAudioFilename = `${MARKUP}.wav`;
  await api.json('PATCH', `/api/projects/${made.project.id}`, { storyAudioUrl, storyAudioFilename });
  const { url: imageUrl } = await upload(api, await pngFile('style.png', 'blue'), 'style-image');
  const style = { name: MARKUP, category: 'Flux', imageUrl, attributes: MARKUP, description: null, prompt: null };
  await api.json('POST', '/api/styles', style);
  return made;
}

/** A text at rest that turns into a field, as in tables and on cards. */
async function fillAtRest(page: Page, label: string): Promise<void> {
  const rest = page.locator(`button[aria-description="${label}"]`).first();
  await rest.focus();
  await page.keyboard.press('F2');
  const field = page.getByRole('textbox', { name: label });
  await field.fill(MARKUP);
  await field.blur();
  await expect(rest).toHaveText(MARKUP);
}

test.describe('markup in the words of a user', () => {
  test('stays text in every field of a project, a scene and a style', async ({ page, context, api, workspace }) => {
    const seen = await watchInjection(context);
    const { project, scenes } = await makeProject(api, 'Plain', ['Plain']);
    const scene = first(scenes);
    const filled: string[] = [];
    for (const { name, path } of OWN_SCREENS) {
      await page.goto(path.replace('{project}', project.id));
      await settle(page);
      if (name === 'dashboard') for (const label of ['Title', 'Description']) await fillAtRest(page, label);
      if (name === 'project-scenes' || name === 'project-board')
        for (const label of ['Title', 'Description']) await fillAtRest(page, `${label} of scene 1`);
      if (name === 'styles')
        await page
          .getByRole('button', { name: /Add.* Style/ })
          .first()
          .click();
      const labels = await fillEverything(page, name === 'styles' ? workspace.dialog : page);
      filled.push(...labels);
      expect(await injectedInto(page), name).toEqual(NOTHING_INJECTED);
    }
    const named = (label: string): unknown => expect.stringContaining(label);
    expect(filled, 'the fields that were found').toEqual(
      expect.arrayContaining(
        [
          ...['Project title', 'Project description', 'Story', 'Characters', 'Environment', 'Props'],
          ...['Midjourney Prompt', 'Image URL', 'Voice ID', 'Name', 'Attributes'],
          ...['Sentence Fragment', 'Scene Description', 'Image Prompt', 'Video Prompt'],
        ].map(named),
      ),
    );
    const words = { title: MARKUP, description: MARKUP };
    await expect
      .poll(() => api.json<Scene>('GET', `/api/scenes/${scene.id}`))
      .toMatchObject({ ...words, imagePrompt: MARKUP, videoPrompt: MARKUP });
    await expect
      .poll(() => api.json<Project>('GET', `/api/projects/${project.id}`))
      .toMatchObject({ ...words, story: MARKUP, characters: MARKUP, environment: MARKUP, props: MARKUP });
    expect(seen).toEqual([]);
  });

  test('is shown as text by every screen and in dialogs', async ({ page, context, newUser, signIn, workspace }) => {
    const seen = await watchInjection(context);
    const user = await newUser(MARKUP);
    await signIn(context, user);
    const { project } = await makeMarkedProject(user.api);
    for (const { name, path } of OWN_SCREENS) {
      await page.goto(path.replace('{project}', project.id));
      await settle(page);
      if (SHOW_WORDS.has(name)) await expect(page.getByText(MARKUP).first(), name).toBeVisible();
      if (name.startsWith('project-')) expect(await page.title()).toContain(MARKUP);
      expect(await injectedInto(page), name).toEqual(NOTHING_INJECTED);
    }

    await workspace.open(project.id, 'scenes');
    await page.getByRole('button', { name: 'Actions for scene 1', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(workspace.dialog).toContainText(MARKUP);
    await workspace.dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.goto('/');
    await page
      .getByRole('button', { name: `Actions for ${MARKUP}` })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(workspace.dialog).toContainText(MARKUP);
    expect(await injectedInto(page)).toEqual(NOTHING_INJECTED);
    expect(seen).toEqual([]);
  });

  test('comes back as text from a sign-in page that refuses it', async ({ page, context, signInPage, newUser }) => {
    const seen = await watchInjection(context);
    const { email, password } = await newUser();
    await signInPage.open();
    await signInPage.createAccount({ email, password, firstName: `">${MARKUP}` });
    await expect(signInPage.alert).toBeVisible();
    expect(await injectedInto(page)).toEqual(NOTHING_INJECTED);
    expect(seen).toEqual([]);
  });
});
