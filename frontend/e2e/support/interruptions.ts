import type { Page } from '@playwright/test';
import type { TestUser } from './test';

interface KeptText {
  kind: 'draft' | 'replaced';
  field: string;
  value: string;
}

/** Returns all drafts and replaced texts in this browser's database. */
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

/** Returns the drafts in this browser's database. */
export const keptDrafts = async (page: Page): Promise<string[]> =>
  (await keptTexts(page)).filter(({ kind }) => kind === 'draft').map(({ value }) => value);

/** Returns the replaced texts of a field ('scene/<id>/title'), which can be restored. */
export const replacedTexts = async (page: Page, field: string): Promise<string[]> =>
  (await keptTexts(page)).filter((kept) => kept.kind === 'replaced' && kept.field === field).map(({ value }) => value);

/** Crashes the tab's process, without any event in the page. */
export async function killTab(page: Page): Promise<void> {
  const died = page.waitForEvent('crash');
  await page.goto('chrome://crash').catch(() => undefined);
  await died;
  await page.close();
}

/** An ended session shows this notice while the user is typing, otherwise the dialog. */
export const sessionNotice = (page: Page) => page.getByRole('alert').filter({ hasText: 'Your session has ended' });
export const signInDialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in to continue' });

/** Signs in through the dialog or notice of an ended session. */
export async function signInAgain(page: Page, { password }: TestUser): Promise<void> {
  const dialog = signInDialog(page);
  const notice = sessionNotice(page);
  await dialog.or(notice).waitFor();
  if (await notice.isVisible()) await notice.getByRole('button', { name: 'Sign In' }).click();
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await dialog.waitFor({ state: 'hidden' });
}
