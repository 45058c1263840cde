import { keptDrafts, killTab, signInAgain } from './support/interruptions';
import { SAVED_FIELDS, makeSheet, readAround, spelled, storedText } from './support/saved-fields';
import { refuseSaves } from './support/refused-saves';
import { expect, test } from './support/test';

/** Fields that change with every save. */
const WHATEVER = { updatedAt: expect.anything() as unknown, revision: expect.anything() as unknown };

test.describe('typed text is kept and stored, and nothing else', () => {
  for (const field of SAVED_FIELDS) {
    const words = (text: string): string => spelled(field, text);
    test(`in ${field.name} when the save is refused three times and five keys follow`, async ({ page, api }) => {
      const sheet = await makeSheet(api, 'Refused');
      const before = await readAround(api, field, sheet);
      const text = `${await storedText(api, field, sheet)}${words(' Fog rises over the pier')}`;
      await page.clock.install();
      await page.goto(field.address(sheet));
      const saves = await refuseSaves(page);
      const unsaved = page.getByRole('status').filter({ hasText: 'Failed to save' });
      const retry = unsaved.getByRole('button', { name: 'Retry' });

      const box = await field.begin(page);
      await box.pressSequentially(words(' Fog rises over the'));
      await field.end(box);
      // Advances the page's clock through the backoff between attempts.
      const attempts = async () => {
        await page.clock.runFor(1_000);
        return retry.first().isVisible();
      };
      await expect.poll(attempts, { timeout: 20_000, intervals: [50] }).toBe(true);
      expect(saves.refused, 'three attempts').toHaveLength(3);
      await (await field.begin(page)).pressSequentially(words(' pier'));
      await expect(retry.first(), 'the words are still not stored').toBeVisible();

      saves.end();
      await field.end(box);
      await expect.poll(() => storedText(api, field, sheet)).toBe(text);
      await expect(retry).toHaveCount(0);
      expect(await readAround(api, field, sheet)).toEqual({ ...before, ...WHATEVER, [field.key]: text });
      expect(saves.passed).toEqual([{ [field.key]: text }]);
      expect(await field.shown(page)).toBe(text);
    });

    test(`in ${field.name} across a reload, a killed tab and a lost session`, async ({ page, context, user, api }) => {
      const sheet = await makeSheet(api, 'Interrupted');
      const before = await storedText(api, field, sheet);
      const saves = await refuseSaves(context);
      await page.goto(field.address(sheet));
      await (await field.begin(page)).pressSequentially(words(' Fog'));
      await expect.poll(() => keptDrafts(page)).toContain(before + words(' Fog'));

      await page.reload();
      await expect.poll(() => field.shown(page)).toBe(before + words(' Fog'));
      await (await field.begin(page)).pressSequentially(words(' rises'));
      await expect.poll(() => keptDrafts(page)).toContain(before + words(' Fog rises'));

      await killTab(page);
      const next = await context.newPage();
      await next.goto(field.address(sheet));
      await expect.poll(() => field.shown(next)).toBe(before + words(' Fog rises'));

      const box = await field.begin(next);
      await box.pressSequentially(words(' fast'));
      await field.end(box);
      await api.send('POST', '/api/logout');
      saves.end();
      await signInAgain(next, user);
      await expect(next).toHaveURL(field.address(sheet));
      await api.json('POST', '/api/login', { email: user.email, password: user.password });
      await expect.poll(() => storedText(api, field, sheet)).toBe(before + words(' Fog rises fast'));
      expect(await field.shown(next)).toBe(before + words(' Fog rises fast'));
      await expect.poll(() => keptDrafts(next), 'nothing is left to bring back').toEqual([]);
    });
  }
});
