import { newCredentials } from '../../scripts/lib/account.mjs';
import { expect, test } from './support/test';

const STORY = 'At dawn Mara rowed out to the lighthouse. The lamp had gone dark. By noon the fog lay over the bay.';

test.describe('a visitor', () => {
  test('creates an account, a project and a story, and finds it again after a reload [ACCESS-08, ACCESS-09]', async ({
    page,
    landing,
    signInPage,
    dashboard,
    workspace,
  }) => {
    await landing.open();
    await landing.getStarted.click();
    await signInPage.createAccount({ ...newCredentials('visitor'), firstName: 'Ada' });

    await dashboard.newProject.click();
    await expect(workspace.title).toHaveValue('Untitled Project');
    await workspace.showTab('Story');
    await workspace.story.fill(STORY);
    await expect(workspace.saved).toBeVisible();

    await page.reload();
    await workspace.showTab('Story');
    await expect(workspace.story).toHaveValue(STORY);
  });
});
