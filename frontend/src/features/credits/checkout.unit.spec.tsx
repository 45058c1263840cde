import type { Checkout } from '@storyreel/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { AppServer } from '../../testing/app-server';
import { fakeSocket } from '../../testing/fake-socket';
import { fakeWindow } from '../../testing/fake-window';
import { leaveApp } from '../../testing/render-app';
import { renderAddress } from '../../testing/render-address';

const ID = '0c1c1f0e-5d0a-4f7e-9a3c-3b1f6f1f0009';
const SANDBOX = { name: 'sandbox', label: 'Sandbox', sandbox: true };
let server: AppServer;
let checkout: Checkout;
beforeEach(() => {
  fakeWindow();
  server = new AppServer();
  checkout = { id: ID, zaps: 500, state: 'open', createdAt: '2026-11-01T10:00:00.000Z' };
  server.on('GET', `/api/credits/checkouts/${ID}`, () => ({ json: checkout }));
});
afterEach(leaveApp);

describe('the Purchase tab', () => {
  const sells = (purchases: 'stripe' | 'sandbox' | 'none') =>
    server.on('GET', '/api/config', () => ({
      json: {
        providers: { text: SANDBOX, image: SANDBOX, video: SANDBOX, speech: SANDBOX },
        purchases,
        signIn: 'password',
      },
    }));

  it.each([
    ['stripe', '/api/credits/checkout', '/api/credits/add-zaps'],
    ['sandbox', '/api/credits/add-zaps', '/api/credits/checkout'],
  ] as const)('sells as the server is configured: %s by %s', async (purchases, used, left) => {
    sells(purchases);
    server.fail('POST', '/api/credits/checkout', 503, "Couldn't reach the payment provider. Please try again.");
    const { user } = renderAddress('/credits');
    const pack = within(await screen.findByRole('listitem', { name: '500 zaps' }));
    // The statement that nothing is charged appears only in the sandbox, where nobody pays.
    expect(screen.queryAllByText(/nothing is charged/u)).toHaveLength(purchases === 'sandbox' ? 1 : 0);
    await user.click(pack.getByRole('button', { name: 'Add Zaps' }));
    await waitFor(() => expect(server.sent('POST', used)).toHaveLength(1));
    expect(server.sent('POST', used)[0]?.body).toMatchObject({ amount: 500 });
    expect(server.sent('POST', left)).toEqual([]);
  });

  it('sells nothing without a payment provider', async () => {
    sells('none');
    renderAddress('/credits');
    await screen.findByText('No packages available');
    expect(screen.queryByRole('button', { name: 'Add Zaps' })).toBeNull();
  });
});

describe('the return from the payment page', () => {
  it('waits for the zaps and confirms them after a push message', async () => {
    renderAddress(`/credits?checkout=${ID}&paid=yes`);
    await screen.findByText('Waiting for the payment to be confirmed. Your 500 zaps will appear here.');
    checkout = { ...checkout, state: 'credited' };
    await act(async () => fakeSocket.push({ type: 'balanceChanged', position: '1' }));
    await screen.findByText('Thank you. 500 zaps have been added to your account.');
  });

  it.each([
    ['no', 'open', 'You left the payment page. Nothing was charged.'],
    ['yes', 'credited', 'Thank you. 500 zaps have been added to your account.'],
    ['yes', 'failed', "The purchase wasn't completed. Nothing was charged."],
    ['yes', 'held', "We're reviewing your payment before adding the zaps."],
  ] as const)('with paid=%s and a purchase that is %s shows a message', async (paid, state, words) => {
    checkout = { ...checkout, state };
    const { user } = renderAddress(`/credits?checkout=${ID}&paid=${paid}`);
    await screen.findByText(words);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByText(words)).toBeNull());
  });
});
