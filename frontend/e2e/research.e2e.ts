import { faultsInBothThemes, faultsOf } from './support/axe';
import { makeProject } from './support/content';
import { overTheEdge } from './support/over-the-edge';
import { ResearchPage } from './support/pages/research-page';
import { zapsIn } from './support/pages/shell';
import { expect, test } from './support/test';

const STORY =
  'Mara climbed the stairs of the lighthouse at dusk. The lamp was dark. ' +
  'Old Tom rowed out into the storm. In the morning a ship came into the harbour.';

test('the research chat is one per project, the same in two windows, and stays [CHAT-02] [CHAT-04]', async ({
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
  expect(await faultsInBothThemes(page, 'research')).toEqual([]);

  await right.open(other.project.id);
  await expect(right.messages).toHaveCount(0);
  await right.ask('Who is Zoe?');
  await expect(right.messages.nth(1)).toContainText('Zoe');
  await left.open();
  await expect(left.messages).toHaveCount(0);
  await left.open(keeper.project.id);
  await expect(left.messages).toHaveCount(2);

  await page.setViewportSize({ width: 320, height: 844 });
  expect(await faultsOf(page, 'research on a phone')).toEqual([]);
  expect(await overTheEdge(page, 'research')).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await left.messages
    .nth(1)
    .getByRole('link', { name: /^Scene \d+$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/tab=scenes#scene-/);
  await expect(page.locator('tr[data-linked="true"]')).toBeInViewport();
});
