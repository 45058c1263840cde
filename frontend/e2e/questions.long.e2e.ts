import path from 'node:path';
import type { Page } from '@playwright/test';
import { REPORTS } from '../../scripts/lib/paths.mjs';
import { faultsInBothThemes } from './support/axe';
import { isWhole, overTheEdge } from './support/over-the-edge';
import { giveUp, QUESTIONS, seedQuestions, slowClips, Walk } from './support/questions';
import type { TestServer } from './support/server';
import { expect, test as base, type TestUser } from './support/test';

const test = base.extend<object, { server: TestServer }>({
  server: [slowClips, { scope: 'worker', timeout: 180_000 }],
});
test.describe.configure({ timeout: 600_000 });

/**
 * Answers all questions in a window of this width.
 * @returns the faults found; pictures of the answers are kept in `reports/questions`
 */
async function wrongAt(page: Page, mara: TestUser, width: number): Promise<string[]> {
  const wrong: string[] = [];
  await page.setViewportSize({ width, height: 900 });
  for (const [at, { asks, answer }] of QUESTIONS.entries()) {
    const walk = new Walk(page, mara, width < 600);
    await walk.home();
    await answer(walk);
    const where = `${asks} at ${width} px`;
    if (walk.clicks > 6) wrong.push(`${where}: ${walk.clicks} clicks`);
    wrong.push(...(await overTheEdge(page, where)), ...(await faultsInBothThemes(page, where)));
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await isWhole(page);
      const name = `${String(at + 1).padStart(2, '0')}-${width}-${colorScheme}.png`;
      await page.screenshot({ path: path.join(REPORTS, 'questions', name) });
    }
  }
  return wrong;
}

test('sixteen questions are answered in six clicks on whole, accessible screens, on a desktop and on a phone', async ({
  page,
  context,
  newUser,
  signIn,
  staff,
  server,
}) => {
  const mara = await newUser('Mara');
  await seedQuestions(server, mara, staff);
  await signIn(context, staff);
  const wrong: string[] = [];
  for (const width of [1440, 390]) {
    await giveUp(server, mara);
    wrong.push(...(await wrongAt(page, mara, width)));
  }
  expect(wrong).toEqual([]);
});
