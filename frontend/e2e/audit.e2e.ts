import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ImageJob } from '@storyreel/contracts';
import { ROOT } from '../../scripts/lib/paths.mjs';
import { first, makeProject } from './support/content';
import { expect, test, type TestUser } from './support/test';

test.describe.configure({ timeout: 180_000 });

const run = promisify(execFile);

/** Makes four paid images. */
async function drawPictures({ api }: TestUser): Promise<void> {
  const { scenes } = await makeProject(api, 'The keeper', ['The harbour']);
  const body = { sceneId: first(scenes).id, prompt: 'a lamp in the fog', idempotencyKey: 'four-pictures' };
  const { jobId } = await api.json<{ jobId: string }>('POST', '/api/midjourney/generate-image', body);
  await expect
    .poll(async () => (await api.json<ImageJob>('GET', `/api/midjourney/job/${jobId}`)).status, { timeout: 60_000 })
    .toBe('completed');
}

test('finance finds a disputed charge, refunds part of it, exports the month, and the command line verifies the file', async ({
  page,
  context,
  newUser,
  signIn,
  staff,
  server,
  openWindow,
}, testInfo) => {
  const mara = await newUser('Mara');
  await drawPictures(mara);
  await signIn(context, staff);

  await page.goto('/audit');
  await page.getByRole('searchbox', { name: 'Person' }).fill(mara.email);
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Period' }).selectOption({ label: 'This month' });
  const ledger = page.getByRole('table', { name: 'Ledger' });
  await expect(ledger.getByRole('row')).toHaveCount(4);
  await ledger.getByRole('link', { name: 'Settled' }).click();

  const charge = page.getByRole('dialog', { name: 'Why they were charged' });
  await expect(charge.getByText('4 images for a scene')).toBeVisible();
  const picture = charge.getByRole('img', { name: 'Image 1' });
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await charge.getByRole('button', { name: 'Refund…' }).click();
  const refund = page.getByRole('dialog', { name: 'Refund this charge' });
  await refund.getByRole('spinbutton', { name: 'Zaps to refund' }).fill('1.5');
  await refund.getByRole('textbox', { name: 'Reason' }).fill('One picture was black.');
  await refund.getByRole('button', { name: 'Refund 1.5 Zaps' }).click();
  await expect(charge.getByText('Partly refunded')).toBeVisible();
  await expect(charge.getByText('One picture was black.')).toBeVisible();
  await charge.getByRole('button', { name: 'Done' }).click();
  await expect(ledger.getByRole('link', { name: 'Refunded' })).toBeVisible();

  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const file = testInfo.outputPath('month.csv');
  await (await downloading).saveAs(file);
  // The export passes the ledger check line by line; the command's own test proves that a changed line is found.
  await run(process.execPath, ['scripts/ledger.mjs', 'check', file], {
    cwd: ROOT,
    env: { ...process.env, STORYREEL_HOME: server.home, DATABASE_URL: undefined, EVENTSTORE_URL: undefined },
  });

  const maras = await openWindow(mara);
  await maras.goto('/credits');
  await maras.getByRole('tab', { name: 'Transactions' }).click();
  await maras.getByRole('button', { name: '4 images for a scene' }).first().click();
  const why = maras.getByRole('dialog', { name: 'Why was I charged?' });
  await expect(why.getByText('One picture was black.')).toBeVisible();
  await expect(why.getByText('2.5 zaps', { exact: true })).toBeVisible();
});
