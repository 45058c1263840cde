import path from 'node:path';
import type { Project, Scene } from '@storyreel/contracts';
import type { ApiClient } from '../../scripts/lib/api-client.mjs';
import { addImage, first, makeProject, sceneTitles } from './support/content';
import { inDatabase } from './support/database';
import { pngFile } from './support/files';
import { Mailbox } from './support/mailbox';
import { toastIn } from './support/pages/shell';
import { startTestServer, type TestServer } from './support/server';
import { expect, test as base } from './support/test';
import { zipEntries, zipText } from './support/zip';

const test = base.extend<object, { mailbox: Mailbox; server: TestServer }>({
  mailbox: [
    async ({}, use) => {
      const mailbox = new Mailbox();
      await use(mailbox);
      await mailbox.stop();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ mailbox }, use) => {
      const server = await startTestServer(await mailbox.start());
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});
// One server serves all tests of this file.
test.describe.configure({ mode: 'default' });

/** The last Tuesday before today, at noon. */
function lastTuesday(): Date {
  const day = new Date();
  day.setHours(12, 0, 0, 0);
  day.setDate(day.getDate() - (((day.getDay() + 4) % 7) + 1));
  return day;
}

/** Moves everything that has happened to a project until now to that day. */
async function happenedOn(server: TestServer, projectId: string, day: Date): Promise<void> {
  const ago = `${Math.round((Date.now() - day.getTime()) / 1000)} seconds`;
  const at = `to_char((metadata->>'at')::timestamptz at time zone 'UTC' - $2::interval, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const update = `update event_store.events set metadata = jsonb_set(metadata::jsonb, '{at}', to_jsonb(${at})) where stream_id = $1`;
  await inDatabase(server, update, [`project-${projectId}`, ago]);
}

const TITLES = ['Dawn', 'Low tide', 'The lamp', 'A knock', 'The stairs', 'Fog'];
const COLOURS = ['red', 'green', 'blue', 'orange', 'purple', 'teal'];

/** Makes a project of six scenes with an image each. */
async function makeStory(api: ApiClient): Promise<{ project: Project; scenes: Scene[] }> {
  const made = await makeProject(api, 'The keeper', TITLES, { story: 'The keeper woke before dawn.' });
  for (const [index, scene] of made.scenes.entries())
    await addImage(api, scene, await pngFile(`${index}.png`, COLOURS[index] ?? 'red'));
  return made;
}

const imagesOf = async (api: ApiClient, projectId: string) => {
  const scenes = await api.json<Scene[]>('GET', `/api/scenes?projectId=${projectId}`);
  return scenes.map(({ imageUrls }) => imageUrls.length);
};

for (const size of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test.describe(`at ${size.width} px`, () => {
    test.use({ viewport: size });

    test('a half-deleted project is restored to Tuesday with the slider of History, and the restoration is undone', async ({
      page,
      api,
      server,
      workspace,
    }) => {
      const { project, scenes } = await makeStory(api);
      await happenedOn(server, project.id, lastTuesday());
      await api.json('PATCH', `/api/projects/${project.id}`, { story: 'The keeper overslept.' });
      for (const { id } of scenes.slice(3)) await api.send('DELETE', `/api/scenes/${id}`);
      await api.send('DELETE', `/api/scenes/${first(scenes).id}/images/0`);
      const halved = await imagesOf(api, project.id);
      expect(halved).toEqual([0, 1, 1]);

      await workspace.open(project.id, 'board');
      await expect(page.getByRole('article')).toHaveCount(3);
      await page.getByRole('button', { name: 'History' }).click();
      const drawer = page.getByRole('dialog', { name: 'History' });
      await expect(drawer.getByRole('region', { name: /^Tuesday|^\w{3}, / })).toBeVisible();
      await drawer
        .getByRole('button', { name: /^Look at the project after/ })
        .first()
        .click();
      const slider = page.getByRole('slider', { name: 'Moment' });
      await page.getByRole('tab', { name: 'Board' }).click();
      await slider.focus();
      const told = page.getByRole('status').filter({ hasText: 'You are looking at' });
      await expect(async () => {
        await slider.press('ArrowLeft');
        await expect(told).toContainText(/Tuesday|\d{4}/, { timeout: 1_000 });
      }).toPass();
      const past = page.getByRole('dialog', { name: 'The keeper' });
      await expect(past.getByRole('tabpanel').getByRole('listitem')).toHaveCount(6);
      await page.getByRole('button', { name: 'Restore This Version' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Restore This Version' }).click();
      await expect(toastIn(page).filter({ hasText: 'Version restored' })).toBeVisible();
      await expect(page.getByRole('article')).toHaveCount(6);
      expect(await sceneTitles(api, project.id)).toEqual(TITLES);
      expect(await imagesOf(api, project.id)).toEqual([1, 1, 1, 1, 1, 1]);
      await workspace.showTab('Story');
      await expect(workspace.story).toHaveValue('The keeper woke before dawn.');

      await page.getByRole('tab', { name: 'Story' }).press('Control+z');
      await expect(toastIn(page).filter({ hasText: 'Undone' })).toBeVisible();
      await expect(workspace.story).toHaveValue('The keeper overslept.');
      expect(await imagesOf(api, project.id)).toEqual(halved);
    });

    test('an alternative is created, edited, compared and kept', async ({ page, api, workspace }) => {
      const { project } = await makeStory(api);
      await workspace.open(project.id, 'story');
      await page.getByRole('button', { name: 'Actions for The keeper' }).click();
      await page.getByRole('menuitem', { name: 'Try an Alternative' }).click();
      const question = page.getByRole('dialog', { name: 'Try an Alternative' });
      await question.getByRole('textbox', { name: 'Name' }).fill('A darker ending');
      await question.getByRole('button', { name: 'Try It' }).click();
      await expect(page.getByText('You are in an alternative of “The keeper”.')).toBeVisible();
      expect(workspace.projectId).not.toBe(project.id);
      await workspace.story.fill('The keeper woke after dusk.');
      const [scene] = await api.json<Scene[]>('GET', `/api/scenes?projectId=${workspace.projectId}`);
      await api.json('PATCH', `/api/scenes/${scene?.id}`, { description: 'Dusk, seen from afar.' });
      await page.getByRole('button', { name: 'Compare' }).click();
      const both = page.getByRole('dialog', { name: 'The keeper and A darker ending' });
      const pair = both.getByRole('list', { name: 'Scenes of both' }).getByRole('listitem').first();
      await expect(pair.locator('del')).toHaveText('Dawn,');
      await expect(pair.locator('ins')).toHaveText('Dusk,');
      await both.getByRole('tab', { name: 'Film' }).click();
      await expect(both.getByRole('group', { name: 'Preview of the film' })).toHaveCount(2);
      await both.getByRole('tab', { name: 'Story' }).click();
      await expect(both.getByRole('tabpanel').locator('ins')).toHaveText(['after', 'dusk.']);
      await both.getByRole('button', { name: 'Keep This Alternative' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Keep This Alternative' }).click();
      await expect(both.getByText('Both are the same.')).toBeVisible();
      await workspace.open(project.id, 'story');
      await expect(workspace.story).toHaveValue('The keeper woke after dusk.');
    });

    test('a forgotten password is replaced through the link in a mail', async ({
      page,
      newUser,
      signInPage,
      mailbox,
    }) => {
      const { email } = await newUser();
      const password = 'another horse battery';
      await signInPage.open();
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      await page.getByLabel('E-mail').fill(email);
      await page.getByRole('button', { name: 'Send Link' }).click();
      await expect(page.getByRole('status')).toContainText('a link is on its way');
      await page.goto(await mailbox.linkTo(email));
      await page.getByLabel('New password').fill(password);
      await page.getByRole('button', { name: 'Set Password' }).click();
      await expect(page.getByText('Your new password is set. Sign in with it.')).toBeVisible();
      await signInPage.signIn({ email, password });
      await expect(page.getByRole('button', { name: 'Create First Project' })).toBeVisible();
    });

    test('an archive of all data is prepared, announced, downloaded and opened', async ({ page, api, user }, info) => {
      const { project } = await makeStory(api);
      await page.goto('/settings');
      const prepare = page.getByRole('button', { name: 'Download My Data' });
      await prepare.scrollIntoViewIfNeeded();
      await prepare.click();
      await expect(toastIn(page).filter({ hasText: 'Your data is ready' })).toBeVisible({ timeout: 30_000 });
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download', exact: true }).scrollIntoViewIfNeeded();
      await page.getByRole('link', { name: 'Download', exact: true }).click();
      const file = path.join(info.outputDir, 'data.zip');
      await (await download).saveAs(file);
      const names = [...(await zipEntries(file)).keys()];
      expect(names).toEqual(
        expect.arrayContaining(['index.html', 'posts.md', 'zaps.csv', 'data/post_list.json', 'data/ledger_entry.json']),
      );
      expect(names.filter((name) => /^projects\/001_[^/]+\/.*\.(png|jpe?g|webp)$/.test(name))).toHaveLength(6);
      const [told] = names.filter((name) => name.endsWith('/project.json'));
      expect(JSON.parse(await zipText(file, told ?? ''))).toMatchObject({ fields: { title: 'The keeper' } });
      expect(await zipText(file, 'data/project_list.json')).toContain(project.id);
      expect(await zipText(file, 'index.html')).toContain(user.email);
    });

    test('an account is erased after a confirmation and can no longer sign in', async ({
      page,
      api,
      user,
      signInPage,
    }) => {
      await makeStory(api);
      await page.goto('/settings');
      await page.getByRole('button', { name: 'Erase My Account' }).click();
      const question = page.getByRole('dialog', { name: 'Erase My Account?' });
      const erase = question.getByRole('button', { name: 'Erase for Good' });
      await expect(erase).toBeDisabled();
      await question.getByLabel('Your e-mail address').fill(user.email);
      await question.getByRole('textbox', { name: 'Password' }).fill(user.password);
      await erase.click();
      await expect(page).toHaveURL(/\/\?erased$/);
      await expect(page.getByText('Your account is being erased')).toBeVisible();
      await page.getByRole('link', { name: 'Sign In' }).click();
      await signInPage.signIn(user);
      await expect(signInPage.alert).toBeVisible();
      await page.goto('/settings');
      await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible();
    });
  });
}
