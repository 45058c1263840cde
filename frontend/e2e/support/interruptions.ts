import type { Page } from '@playwright/test';
import type { TestUser } from './test';

interface KeptText {
  kind: 'draft' | 'replaced';
  field: string;
  value: string;
}

/** All that this browser keeps of texts, in its database. */
const keptTexts = (page: Page): Promise<KeptText[]> =>
  page.evaluate(
    () =>
      new Promise<KeptText[]>((resolve, reject) => {
        const opening = indexedDB.open('storyreel-texts');
        opening.onerror = () => reject(new Error('The database of kept texts does not open.'));
        opening.onsuccess = () => {
          const database = opening.result;
          const reading = database.transaction('texts').objectStore('texts').getAll();
          reading.onsuccess = () => {
            database.close();
            resolve(reading.result as KeptText[]);
          };
        };
      }),
  );

/** The unsaved texts among them. */
export const keptDrafts = async (page: Page): Promise<string[]> =>
  (await keptTexts(page)).filter(({ kind }) => kind === 'draft').map(({ value }) => value);

/** Texts of a field ('scene/<id>/title') that lost their place and can be brought back. */
export const replacedTexts = async (page: Page, field: string): Promise<string[]> =>
  (await keptTexts(page)).filter((kept) => kept.kind === 'replaced' && kept.field === field).map(({ value }) => value);

/** The tab's process dies, and nothing in the page hears of it. */
export async function killTab(page: Page): Promise<void> {
  const died = page.waitForEvent('crash');
  await page.goto('chrome://crash').catch(() => undefined);
  await died;
  await page.close();
}

/** What an ended session puts over the page: a notice while somebody writes, else the dialog. */
export const sessionNotice = (page: Page) => page.getByRole('alert').filter({ hasText: 'Your session has ended' });
export const signInDialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in to continue' });

/** Answers it. */
export async function signInAgain(page: Page, { password }: TestUser): Promise<void> {
  const dialog = signInDialog(page);
  const notice = sessionNotice(page);
  await dialog.or(notice).waitFor();
  if (await notice.isVisible()) await notice.getByRole('button', { name: 'Sign In' }).click();
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await dialog.waitFor({ state: 'hidden' });
}
