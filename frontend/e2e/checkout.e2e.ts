import { startTestServer, type TestServer } from './support/server';
import { StripeCheckout } from './support/stripe-checkout';
import { expect, test as base } from './support/test';

const test = base.extend<object, { stripe: StripeCheckout; server: TestServer }>({
  stripe: [
    async ({}, use) => {
      const stripe = new StripeCheckout();
      await use(stripe);
      await stripe.stop();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ stripe }, use) => {
      const server = await startTestServer(await stripe.start());
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});
test('leaving the page of Stripe charges nothing and allows another purchase; a payment confirmed late is waited for, and appears by itself', async ({
  page,
  user,
  stripe,
  server,
}) => {
  const pack = page.getByRole('listitem', { name: '500 zaps', exact: true });
  const balance = page.getByTestId('current-balance');
  await page.goto('/credits');
  await pack.getByRole('button', { name: 'Add Zaps' }).click();
  await expect(page, user.firstName).toHaveTitle('Pay');
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByText('You left the payment page. Nothing was charged.')).toBeVisible();
  await expect(balance).toContainText('100 zaps');

  await pack.getByRole('button', { name: 'Add Zaps' }).click();
  await expect(page).toHaveTitle('Pay');
  await page.getByRole('link', { name: 'Pay' }).click();
  await expect(
    page.getByText('Waiting for the payment to be confirmed. Your 500 zaps will appear here.'),
  ).toBeVisible();
  await expect(balance).toContainText('100 zaps');
  expect(await stripe.tellPaid(server.url, 'whsec_of_somebody_else')).toBe(400);
  expect(await stripe.tellPaid(server.url)).toBe(200);
  // Stripe can deliver a webhook twice.
  expect(await stripe.tellPaid(server.url)).toBe(200);
  await expect(page.getByText('Thank you. 500 zaps have been added to your account.')).toBeVisible();
  await expect(balance).toContainText('600 zaps');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/credits$/);
});
