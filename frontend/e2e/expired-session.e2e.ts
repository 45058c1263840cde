import type { Project } from '@storyreel/contracts';
import { makeProject } from './support/content';
import { sessionNotice, signInAgain, signInDialog } from './support/interruptions';
import { expect, test } from './support/test';

test('a session that ends while somebody types takes no key from the text, and the caret returns to it', async ({
  page,
  context,
  user,
  api,
  signIn,
  workspace,
}) => {
  const { project } = await makeProject(api, 'Interrupted', ['The harbour']);
  const stored = async () => (await api.json<Project>('GET', `/api/projects/${project.id}`)).story;
  const logIn = () => api.json('POST', '/api/login', { email: user.email, password: user.password });
  await workspace.open(project.id, 'story');
  await workspace.story.focus();
  await page.keyboard.type('The lamp');
  await expect.poll(stored).toBe('The lamp');

  await api.send('POST', '/api/logout');
  await page.keyboard.type(' had gone');
  await expect(sessionNotice(page)).toBeVisible();
  await page.keyboard.type(' dark.');
  await expect(workspace.story, 'keys typed after the notice').toHaveValue('The lamp had gone dark.');
  await expect(workspace.story).toBeFocused();
  await expect(signInDialog(page)).toHaveCount(0);

  // By keyboard alone: the dialog opens once the focus has left the text fields.
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(signInDialog(page)).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(signInDialog(page).getByLabel('Password')).toBeFocused();
  await page.keyboard.type(user.password);
  await page.keyboard.press('Enter');
  await expect(signInDialog(page)).toHaveCount(0);
  await logIn();
  await expect.poll(stored).toBe('The lamp had gone dark.');

  // Once more in a dialog's text field, with a session that this test can end.
  await signIn(context, user);
  await workspace.showTab('Board');
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
