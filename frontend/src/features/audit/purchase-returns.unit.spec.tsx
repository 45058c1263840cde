import type { PurchaseReturn } from '@storyreel/contracts';
import { screen, within } from '@testing-library/react';
import { ADA, type AppServer } from '../../testing/app-server';
import { MARA } from '../../testing/audit-fixtures';
import { openAudit, page, serveAudit } from '../../testing/audit-page';

let server: AppServer;
serveAudit((served) => (server = served));

const returnNumbered = (n: number, part: Partial<PurchaseReturn> = {}): PurchaseReturn => ({
  id: `9a000000-5d0a-4f7e-9a3c-${String(n).padStart(12, '0')}`,
  ...{ user: MARA, state: 'open', zaps: 100, paymentId: `pi_${n}`, currency: 'usd' },
  ...{ paid: 999, returned: 900, disputed: 0, due: 900, dueZaps: 90, leftZaps: 20, owedZaps: 0, decisions: [] },
  changedAt: '2026-11-20T12:00:00.000Z',
  ...part,
});
const open = () => openAudit('?view=payments');

describe('a purchase whose money was returned', () => {
  it('shows a question with a count in the navigation, and is closed by a decision with its reason', async () => {
    server.data.audit.returns = [returnNumbered(1)];
    const { user } = await open();
    const table = within(await page().findByRole('table', { name: 'Returned purchases' }));
    table.getByText(/\$9\.00 of \$9\.99 for 100 zaps were returned\. The buyer still has 20 of 90 zaps\./);
    const nav = within(screen.getByRole('navigation', { name: 'Main' }));
    await nav.findByRole('link', { name: /^Audit\s*1 to decide$/ });
    await page().findByRole('tab', { name: /^Payments\s*1 to decide$/ });
    await user.click(table.getByRole('button', { name: 'Take Back 20 Zaps…' }));
    const form = within(await screen.findByRole('dialog', { name: 'Take back these zaps' }));
    form.getByText(/70 zaps were spent and are recorded as a loss\./);
    await user.click(form.getByRole('button', { name: 'Take Back' }));
    form.getByText('Enter a reason of at least 3 characters.');
    await user.type(form.getByRole('textbox', { name: 'Reason' }), 'Refunded at Stripe');
    await user.click(form.getByRole('button', { name: 'Take Back' }));
    await page().findByText(/20 zaps taken back, 70 zaps lost for \$9\.00, by kim@example\.com/);
    expect(page().queryByRole('button', { name: /Take Back/ })).toBeNull();
    await nav.findByRole('link', { name: 'Audit' });
  });

  it('can be left with the buyer', async () => {
    server.data.audit.returns = [returnNumbered(1)];
    const { user } = await open();
    await user.click(await page().findByRole('button', { name: 'Let Buyer Keep Them…' }));
    const form = within(await screen.findByRole('dialog', { name: 'Let the buyer keep these zaps' }));
    await user.type(form.getByRole('textbox', { name: 'Reason' }), 'A good customer');
    await user.click(form.getByRole('button', { name: 'Let Buyer Keep Them' }));
    await page().findByText(/90 zaps left with the buyer for \$9\.00/);
  });

  it('gives back zaps that were taken for a failed refund', async () => {
    const taken = {
      id: MARA.id,
      answer: 'taken_back',
      amount: 900,
      dueZaps: 90,
      zaps: 20,
      reason: 'Refunded',
    } as const;
    const decisions = [{ ...taken, by: MARA, at: '2026-11-20T12:00:00.000Z' }];
    const owed = { state: 'owed', returned: 0, due: 0, dueZaps: 0, leftZaps: 0, owedZaps: 20, decisions } as const;
    server.data.audit.returns = [returnNumbered(1, { ...owed, decisions: [...decisions] })];
    const { user } = await open();
    await page().findByText(/\$9\.00 of \$9\.99 for 100 zaps came back: the refund failed .* is owed 20 zaps\./);
    await page().findByRole('tab', { name: /^Payments\s*1 to decide$/ });
    await user.click(page().getByRole('button', { name: 'Return 20 Zaps…' }));
    const form = within(await screen.findByRole('dialog', { name: 'Return these zaps' }));
    await user.type(form.getByRole('textbox', { name: 'Reason' }), 'The card was closed');
    await user.click(form.getByRole('button', { name: 'Return Zaps' }));
    await page().findByText(/20 zaps returned to the buyer for \$9\.00, by kim@example\.com/);
    expect(page().queryByRole('button', { name: /^Return/ })).toBeNull();
  });

  it.each<[string, Partial<PurchaseReturn>, RegExp]>([
    ['is disputed', { state: 'disputed', due: 0, disputed: 999 }, /The zaps stay until the bank has decided/],
    ['was won', { state: 'closed', due: 0 }, /the dispute was won, or the refund failed/],
    ['is one’s own', { user: { id: ADA.id, email: ADA.email } }, /Someone else in finance has to decide about your/],
  ])('shows no question when it %s', async (_, part, words) => {
    server.data.audit.returns = [returnNumbered(1, part)];
    await open();
    await page().findByText(words);
    expect(page().queryByRole('button', { name: /Take Back|Let Buyer/ })).toBeNull();
  });
});
