import type { Page } from '@playwright/test';
import type { Project } from '@storyreel/contracts';
import { makeProject } from './support/content';
import { sessionNotice, signInAgain, signInDialog } from './support/interruptions';
import { expect, test } from './support/test';

const story = (page: Page) => page.getByRole('textbox', { name: 'Story', exact: true });

test.describe('a session that ends while somebody writes', () => {
  test('takes no key from the story, and asks when the story is left', async ({ page, user, api, workspace }) => {
    const { project } = await makeProject(api, 'Interrupted', []);
    const stored = async () => (await api.json<Project>('GET', `/api/projects/${project.id}`)).story;
    await workspace.open(project.id, 'story');
    await story(page).focus();
    await page.keyboard.type('The lamp');
    await expect.poll(stored).toBe('The lamp');

    await api.send('POST', '/api/logout');
    await page.keyboard.type(' had gone');
    await expect(sessionNotice(page)).toBeVisible();
    await page.keyboard.type(' dark.');
    await expect(story(page), 'keys typed after the notice').toHaveValue('The lamp had gone dark.');
    await expect(story(page)).toBeFocused();
    await expect(signInDialog(page)).toHaveCount(0);

    // By keyboard alone: out of the texts, which is where the dialog waits.
    await expect(async () => {
      await page.keyboard.press('Tab');
      await expect(signInDialog(page)).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(signInDialog(page).getByLabel('Password')).toBeFocused();
    await page.keyboard.type(user.password);
    await page.keyboard.press('Enter');
    await expect(signInDialog(page)).toHaveCount(0);
    await api.json('POST', '/api/login', { email: user.email, password: user.password });
    await expect.poll(stored).toBe('The lamp had gone dark.');
  });

  test('gives the caret back to the text of a dialog after the sign-in', async ({ page, user, api, workspace }) => {
    const { project } = await makeProject(api, 'Interrupted', ['The harbour']);
    await workspace.open(project.id, 'board');
    await page.getByTestId('scene-picture').click();
    const editor = page.getByRole('dialog', { name: 'Edit Scene' });
    const prompt = editor.getByRole('textbox', { name: 'Image Prompt' });
    await prompt.focus();
    await api.send('POST', '/api/logout');
    await page.keyboard.type('Fog');
    await expect(sessionNotice(page)).toBeVisible();
    await signInAgain(page, user);
    await expect(editor).toBeVisible();
    await expect(prompt).toBeFocused();
    await page.keyboard.type(' rises');
    await expect(prompt).toHaveValue('Fog rises');
    await expect(sessionNotice(page)).toHaveCount(0);
  });

  test('asks at once when nobody writes', async ({ page, api }) => {
    await makeProject(api, 'Interrupted', []);
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Your Projects' })).toBeVisible();
    // By keyboard: on a busy machine the socket has told of it first, and the dialog is in the way of a click.
    await page.getByRole('link', { name: 'Zaps', exact: true }).focus();
    await api.send('POST', '/api/logout');
    await page.keyboard.press('Enter');
    await expect(signInDialog(page).getByLabel('Password')).toBeFocused();
    await expect(sessionNotice(page)).toHaveCount(0);
  });
});
