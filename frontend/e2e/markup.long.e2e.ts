import type { Project } from '@storyreel/contracts';
import type { ApiClient } from '../../scripts/lib/api-client.mjs';
import { SCREENS } from '../../scripts/lib/screens.mjs';
import { addImage, first, makeProject, upload } from './support/content';
import { pngFile, wavFile } from './support/files';
import { injectedInto, MARKUP, NOTHING_INJECTED, watchInjection } from './support/injection-watch';
import { expect, test } from './support/test';

/** Screens that show a user's texts outside of fields. */
const SHOWS_WORDS = /^(dashboard|project-(story|scenes|build|board|audio|create)|styles)$/;

/** Makes a project, an upload and a style whose names and descriptions are markup. */
async function makeMarkedProject(api: ApiClient): Promise<Project> {
  const words = { description: MARKUP, story: MARKUP, characters: MARKUP, environment: MARKUP, props: MARKUP };
  const { project, scenes } = await makeProject(api, MARKUP, [MARKUP, MARKUP], words);
  for (const { id } of scenes)
    await api.json('PATCH', `/api/scenes/${id}`, { imagePrompt: MARKUP, videoPrompt: MARKUP });
  await addImage(api, first(scenes), await pngFile(`${MARKUP}.png`, 'red'));
  const { url: storyAudioUrl } = await upload(api, await wavFile(`${MARKUP}.wav`), 'audio');
  const storyAudioFilename = `${MARKUP}.wav`;
  await api.json('PATCH', `/api/projects/${project.id}`, { storyAudioUrl, storyAudioFilename });
  const { url: imageUrl } = await upload(api, await pngFile('style.png', 'blue'), 'style-image');
  const style = { name: MARKUP, category: 'Flux', imageUrl, attributes: MARKUP, description: null, prompt: null };
  await api.json('POST', '/api/styles', style);
  return project;
}

test('markup typed by a user is shown as text on every screen and in dialogs', async ({
  page,
  context,
  newUser,
  signIn,
  workspace,
}) => {
  const seen = await watchInjection(context);
  const user = await newUser(MARKUP);
  await signIn(context, user);
  const project = await makeMarkedProject(user.api);
  for (const { name, path } of SCREENS.filter(({ name }) => SHOWS_WORDS.test(name))) {
    await page.goto(path.replace('{project}', project.id));
    await expect(page.getByRole('main').getByText(MARKUP).first(), name).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    if (name.startsWith('project-')) expect(await page.title()).toContain(MARKUP);
    expect(await injectedInto(page), name).toEqual(NOTHING_INJECTED);
    if (name === 'project-scenes') {
      await page.getByRole('button', { name: 'Actions for scene 1', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await expect(workspace.dialog).toContainText(MARKUP);
      expect(await injectedInto(page), 'a question').toEqual(NOTHING_INJECTED);
    }
  }
  expect(seen).toEqual([]);
});
