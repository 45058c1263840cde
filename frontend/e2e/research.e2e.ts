import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import type { ChatMessage } from '@storyreel/contracts';
import { makeProject } from './support/content';
import { zapsIn } from './support/pages/shell';
import { startTestServer, type TestServer } from './support/server';
import { expect, test } from './support/test';

const STORY =
  'Mara climbed the stairs of the lighthouse at dusk. The lamp was dark. ' +
  'Old Tom rowed out into the storm. In the morning a ship came into the harbour.';

/** The research screen of a project, or of none. */
class ResearchPage {
  readonly chat: Locator;
  readonly input: Locator;
  readonly messages: Locator;
  readonly thinking: Locator;

  constructor(readonly page: Page) {
    this.chat = page.getByRole('region', { name: 'AI Research Assistant' });
    this.input = this.chat.getByRole('textbox', { name: 'Message' });
    this.messages = this.chat.getByRole('article');
    this.thinking = this.chat.getByText('AI is thinking...');
  }

  async open(projectId?: string): Promise<void> {
    await this.page.goto(projectId === undefined ? '/research' : `/research?project=${projectId}`);
    await expect(this.input).toBeEnabled();
  }
  async ask(question: string): Promise<void> {
    await this.input.fill(question);
    await expect(this.chat.getByRole('button', { name: /^Send/ })).toBeEnabled();
    await this.input.press('Enter');
  }
}

test.describe('the research chat', () => {
  test('is one for each project, the same in two windows, and stays over a reload [CHAT-02] [CHAT-04]', async ({
    page,
    api,
    user,
    openWindow,
  }) => {
    const keeper = await makeProject(api, 'The keeper', [], { story: STORY });
    await api.json('POST', '/api/scenes/process-story', { projectId: keeper.project.id });
    const other = await makeProject(api, 'Another', [], { story: 'Zoe found a map. She hid it.' });
    const [left, right] = [new ResearchPage(page), new ResearchPage(await openWindow(user))];
    await left.open(keeper.project.id);
    await right.open(keeper.project.id);

    const before = await zapsIn(page);
    await left.ask('Tell me about the storm');
    for (const { messages } of [left, right]) {
      await expect(messages).toHaveCount(2);
      await expect(messages.nth(0)).toContainText('Tell me about the storm');
      await expect(messages.nth(1)).toContainText('Old Tom rowed out');
    }
    await expect(left.input, 'ready for the next question').toBeFocused();
    await expect.poll(() => zapsIn(page)).toBeLessThan(before);
    await page.reload();
    await expect(left.messages).toHaveCount(2);

    await right.open(other.project.id);
    await expect(right.messages).toHaveCount(0);
    await right.ask('Who is Zoe?');
    await expect(right.messages.nth(1)).toContainText('Zoe');
    await expect(left.messages).toHaveCount(2);
    await left.open();
    await expect(left.messages).toHaveCount(0);

    await left.open(keeper.project.id);
    await left.messages
      .nth(1)
      .getByRole('link', { name: /^Scene \d+$/ })
      .first()
      .click();
    await expect(page).toHaveURL(/tab=scenes#scene-/);
    await expect(page.locator('tr[data-linked="true"]')).toBeInViewport();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`has nothing for axe to find, ${colorScheme}`, async ({ page, api }) => {
      await page.emulateMedia({ colorScheme });
      const { project } = await makeProject(api, 'The keeper', [], { story: STORY });
      await api.json('POST', '/api/scenes/process-story', { projectId: project.id });
      const research = new ResearchPage(page);
      await research.open(project.id);
      await research.ask('Where does it play?');
      await expect(research.messages).toHaveCount(2);
      await expect(research.thinking).toHaveCount(0);
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
        expect(wide, 'nothing scrolls sideways').toBe(false);
      }
    });
  }
});

const slow = test.extend<object, { server: TestServer }>({
  server: [
    async ({}, use) => {
      const server = await startTestServer({ SANDBOX_DELAY_MS: '8000' });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

slow.describe('a reply that is being written', () => {
  slow.describe.configure({ timeout: 180_000 });

  slow('survives a killed server, and is paid for once [CHAT-05]', async ({ page, api, server }) => {
    const { project } = await makeProject(api, 'The keeper', [], { story: STORY });
    const research = new ResearchPage(page);
    await research.open(project.id);
    await research.ask('Give me some ideas');
    await expect(research.thinking).toBeVisible();
    await expect(research.input).toBeDisabled();
    await expect(research.messages, 'it grows').toHaveCount(2);
    await server.kill();
    await server.restart();
    await expect(research.thinking, 'without a reload').toHaveCount(0, { timeout: 90_000 });
    await expect(research.messages.nth(1)).toContainText('I am the sandbox assistant');
    const [, reply] = await api.json<ChatMessage[]>('GET', `/api/chat?projectId=${project.id}`);
    expect(reply).toMatchObject({ status: 'complete', error: null });
    expect(reply?.content.match(/Some questions to go on with/g)).toHaveLength(1);
    const charged = async () =>
      (await api.json<{ amount: number }[]>('GET', '/api/credits/transactions')).filter(({ amount }) => amount < 0);
    await expect.poll(async () => (await charged()).length).toBe(1);
  });

  slow('is stopped, and what is written stays', async ({ page, api }) => {
    const { project } = await makeProject(api, 'The keeper', [], { story: STORY });
    const research = new ResearchPage(page);
    await research.open(project.id);
    await research.ask('Give me some ideas');
    await expect(research.messages).toHaveCount(2);
    await research.chat.getByRole('button', { name: 'Stop' }).click();
    await expect(research.messages.nth(1)).toContainText('Stopped.');
    await expect(research.input).toBeEnabled();
    await expect(research.messages.nth(1)).not.toContainText('I am the sandbox assistant');
  });
});
