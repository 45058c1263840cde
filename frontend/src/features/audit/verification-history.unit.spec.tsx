import type { Verification } from '@storyreel/contracts';
import { screen, within } from '@testing-library/react';
import { ADA, type AppServer } from '../../testing/app-server';
import { serveAudit } from '../../testing/audit-page';
import { renderAddress } from '../../testing/render-address';

let server: AppServer;
serveAudit((served) => (server = served));

const verificationNumbered = (n: number, part: Partial<Verification> = {}): Verification => ({
  id: `ff000000-5d0a-4f7e-9a3c-${String(10 + n).padStart(12, '0')}`,
  state: 'sound',
  startedAt: `2026-11-${String(10 + n)}T12:00:00.000Z`,
  startedBy: { id: ADA.id, email: ADA.email },
  endedAt: `2026-11-${String(10 + n)}T12:01:00.000Z`,
  progress: 1,
  eventsRead: 1_000 * n,
  wallets: 2,
  entries: 10,
  signedDays: 1,
  signed: null,
  badCount: 0,
  bad: [],
  error: null,
  ...part,
});
const rows = async () =>
  within(await screen.findByRole('table', { name: 'Earlier verifications' }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);

describe('earlier verifications', () => {
  it('are listed below the newest one, with their results', async () => {
    server.data.audit.verification = verificationNumbered(3);
    server.data.audit.earlierVerifications = [
      verificationNumbered(2, { state: 'unsound', badCount: 2 }),
      verificationNumbered(1, { state: 'failed', error: 'The server stopped before everything was read.' }),
    ];
    const { user } = renderAddress('/audit?view=proof');
    const [second, first, ...more] = await rows();
    expect(second).toMatch(/Problems found.*2$/);
    expect(first).toMatch(/Failed.*The server stopped before everything was read\./);
    expect(more).toEqual([]);
    server.data.audit.earlierVerifications.unshift(verificationNumbered(3));
    await user.click(screen.getByRole('button', { name: 'Verify the Ledger' }));
    await screen.findByRole('progressbar', { name: 'Verification' });
    await expect(rows()).resolves.toHaveLength(3);
  });

  it('show a message when there are none', async () => {
    server.data.audit.verification = verificationNumbered(1);
    renderAddress('/audit?view=proof');
    await screen.findByText('No earlier verifications');
  });
});
