import type { Payment } from '@storyreel/contracts';
import { within } from '@testing-library/react';
import { ADA, type AppServer } from '../../testing/app-server';
import { openAudit, page, serveAudit } from '../../testing/audit-page';
import { moneyOf } from './words';
import { declared } from '../../testing/unread-styles';

let server: AppServer;
serveAudit((served) => (server = served));

const open = () => openAudit('?view=payments');
const paymentNumbered = (n: number, part: Partial<Payment> = {}): Payment => ({
  id: `9a000000-5d0a-4f7e-9a3c-${String(n).padStart(12, '0')}`,
  provider: 'stripe',
  sessionId: `cs_${n}`,
  paymentId: `pi_${n}`,
  userId: ADA.id,
  zaps: 500,
  amount: 3999,
  currency: 'usd',
  state: 'held',
  reason: '0.01 USD was paid, but the price was 39.99 USD.',
  createdAt: new Date(Date.now() - 7_500_000).toISOString(),
  changedAt: '2026-11-20T12:00:00.000Z',
  ...part,
});

describe('the payments', () => {
  it('are filtered by a field no wider than the filters of the ledger', async () => {
    await open();
    const grid =
      page().getByRole('combobox', { name: 'Payments' }).closest('div[class]')?.parentElement ?? document.body;
    expect(declared(grid, 'grid-template-columns')).toContain('auto-fill');
  });

  it('that are held come first, with their age, the reason and the next step', async () => {
    server.data.audit.payments = [
      paymentNumbered(2, { state: 'credited', reason: null }),
      paymentNumbered(1, { amount: 1 }),
    ];
    await open();
    const table = within(await page().findByRole('table', { name: 'Payments' }));
    expect(table.getAllByRole('row')).toHaveLength(2);
    table.getByText(/2 h 5 min ago/);
    table.getByText('0.01 USD was paid, but the price was 39.99 USD.');
    table.getByText(/Find it at Stripe by its ID and refund it there/);
    table.getByText('$0.01');
    table.getByText('pi_1');
    expect(table.getByRole('link', { name: 'Open their ledger' }).getAttribute('href')).toBe(`/audit?user=${ADA.id}`);
  });

  it('are filtered by state, or not at all, as the address says', async () => {
    server.data.audit.payments = [
      paymentNumbered(2, { state: 'disputed', reason: 'The bank asks.', userId: null }),
      paymentNumbered(1),
    ];
    const { user, address } = await open();
    await page().findByRole('table', { name: 'Payments' });
    await user.selectOptions(page().getByRole('combobox', { name: 'Payments' }), 'Disputed');
    await page().findByText(/Answer the dispute at Stripe/);
    page().getByText('Unknown');
    expect(address()).toContain('payments=disputed');
    await user.selectOptions(page().getByRole('combobox', { name: 'Payments' }), 'All payments');
    await page().findByText('2 payments');
  });

  it('show a message when none is held', async () => {
    await open();
    await page().findByText('No held payments');
  });
});

describe('a paid amount', () => {
  it.each([
    [3999, 'usd', '$39.99'],
    [500, 'jpy', '¥500'],
    [null, null, '–'],
  ])('%s of %s reads %s', (amount, currency, shown) => {
    expect(moneyOf({ amount, currency })).toBe(shown);
  });
});
