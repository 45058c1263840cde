import { screen, within } from '@testing-library/react';
import { ADA, type AppServer } from '../../testing/app-server';
import { holdId, MARA } from '../../testing/audit-fixtures';
import { cellsOf, openAudit, page, serveAudit } from '../../testing/audit-page';

const KIM = { id: '7f0c1f0e-5d0a-4f7e-9a3c-3b1f6f1f0999', email: 'kim@example.com' };
const OPEN = { state: 'waiting' as const, decidedBy: null, decidedAt: null, declinedBecause: null };
const refundOf = (n: number, askedBy = KIM) => ({
  ...{ id: holdId(n), holdId: holdId(n), user: MARA, zaps: 120, reason: `Blurred ${n}`, askedBy },
  ...{ askedAt: '2026-11-20T12:00:00.000Z', ...OPEN },
});

let server: AppServer;
serveAudit((served) => (server = served));
const rows = async () => cellsOf(await page().findByRole('table', { name: 'Refunds' }));

describe('refunds that need two people', () => {
  it('are approved or declined by another person than the requester', async () => {
    server.data.audit.refunds = [refundOf(3), refundOf(2), refundOf(1, { id: ADA.id, email: ADA.email })];
    const { user } = await openAudit('?view=refunds');
    expect((await rows()).map((cells) => cells.at(-1))).toEqual([
      ...['ApproveDecline…', 'ApproveDecline…', 'Someone else in finance has to decide.'],
    ]);
    const [approve] = page().getAllByRole('button', { name: 'Approve' });
    if (approve) await user.click(approve);
    await page().findByText('Approved');
    await user.click(page().getByRole('button', { name: 'Decline…' }));
    const form = within(await screen.findByRole('dialog', { name: 'Decline this refund' }));
    await user.click(form.getByRole('button', { name: 'Decline' }));
    form.getByText('Enter a reason of at least 3 characters.');
    await user.type(form.getByRole('textbox', { name: 'Reason' }), 'It is sharp');
    await user.click(form.getByRole('button', { name: 'Decline' }));
    await page().findByText('Declined: It is sharp');
    expect((await rows()).map((cells) => cells.at(-1))).toEqual([
      ...[`By ${ADA.email}`, `By ${ADA.email}`, 'Someone else in finance has to decide.'],
    ]);
  });
});
