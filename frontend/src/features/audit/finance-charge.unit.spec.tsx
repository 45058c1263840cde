import { screen, waitFor, within } from '@testing-library/react';
import type { AppServer } from '../../testing/app-server';
import { chargeOfAda, chargeWith, holdId, lineNumbered, MARA } from '../../testing/audit-fixtures';
import { openAudit, page, serveAudit } from '../../testing/audit-page';
import { renderAddress } from '../../testing/render-address';

let server: AppServer;
serveAudit((served) => (server = served));

const dialog = (name: string) => screen.findByRole('dialog', { name });

describe('a charge', () => {
  beforeEach(() => {
    server.data.audit.lines = [lineNumbered(1)];
    server.data.audit.charges = [chargeWith()];
  });

  it('opens from its entry, and shows its path from the quote to the settlement', async () => {
    const { user, address } = await openAudit();
    await user.click(await page().findByRole('link', { name: 'Settled' }));
    const charge = within(await dialog('Why they were charged'));
    const way = await charge.findByRole('list', { name: 'How this charge came about' });
    const stations = within(way)
      .getAllByRole('heading')
      .map(({ textContent }) => textContent);
    expect(stations).toEqual(['Quoted', 'Reserved', 'Run: Complete', 'Settled']);
    charge.getByText('4 images × $0.025 = $0.10');
    expect(address()).toContain(`charge=${holdId(1)}`);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(address()).not.toContain('charge='));
  });

  it('shows its results, and which of them were kept', async () => {
    renderAddress(`/audit?charge=${holdId(1)}`);
    const assets = await screen.findByRole('list', { name: 'What it paid for' });
    const words = within(assets)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(words).toEqual(['Main image', 'In the scene', 'Removed']);
  });

  it.each([
    ['openai', 0.1, 'The provider charged $0.10', '$0.10'],
    ['openai', 0, 'The cost at the provider is not known: it counts as $0.', 'Cost not known'],
    ['storyreel', 0, 'The provider charged $0', '$0'],
  ])('of %s for %d dollars shows the known cost', async (provider, usd, words, figure) => {
    server.data.audit.charges = [chargeWith({ provider, usd })];
    renderAddress(`/audit?charge=${holdId(1)}`);
    await screen.findByText(words);
    const way = within(screen.getByRole('list', { name: 'How this charge came about' }));
    expect(way.getByRole('heading', { name: 'Run: Complete' }).closest('li')?.textContent).toContain(figure);
  });

  it('shows an error when the address names none', async () => {
    renderAddress(`/audit?charge=${holdId(7)}`);
    await screen.findByRole('heading', { name: 'Charge not found' });
  });

  it('is refunded in part, with a reason, once, and shows it at once', async () => {
    const { user } = renderAddress(`/audit?charge=${holdId(1)}`);
    await user.click(await screen.findByRole('button', { name: 'Refund…' }));
    const form = within(await dialog('Refund this charge'));
    const amount = form.getByRole('spinbutton', { name: 'Zaps to refund' });
    await user.clear(amount);
    await user.type(amount, '5');
    form.getByText('Only 4 zaps can still be refunded.');
    await user.clear(amount);
    await user.type(amount, '1.5');
    await user.click(form.getByRole('button', { name: 'Refund 1.5 Zaps' }));
    form.getByText('Enter a reason of at least 3 characters.');
    expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Reason' }));
    await user.type(form.getByRole('textbox', { name: 'Reason' }), 'The picture was black.');
    await user.click(form.getByRole('button', { name: 'Refund 1.5 Zaps' }));
    await screen.findByText('Partly refunded');
    const charge = within(await dialog('Why they were charged'));
    charge.getByText('2.5 zaps');
    await charge.findByText('The picture was black.');
    charge.getByText('By kim@example.com');
    const [sent] = server.sent('POST', `/api/audit/charges/${holdId(1)}/refunds`);
    expect(sent?.body).toEqual({ userId: MARA.id, zaps: 1.5, reason: 'The picture was black.' });
    expect(sent?.headers.get('idempotency-key')).toBeTruthy();
  });

  it.each([
    ['1', '1 zap was returned to its owner.'],
    ['2', '2 zaps were returned to their owner.'],
  ])('shows the refunded part: %s', async (zaps, words) => {
    const { user } = renderAddress(`/audit?charge=${holdId(1)}`);
    await user.click(await screen.findByRole('button', { name: 'Refund…' }));
    const form = within(await dialog('Refund this charge'));
    const amount = form.getByRole('spinbutton', { name: 'Zaps to refund' });
    await user.clear(amount);
    await user.type(amount, zaps);
    await user.type(form.getByRole('textbox', { name: 'Reason' }), 'It was black.');
    await user.click(form.getByRole('button', { name: `Refund ${zaps} ${zaps === '1' ? 'Zap' : 'Zaps'}` }));
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('cannot be refunded by the charged person', async () => {
    server.data.audit.charges = [chargeOfAda()];
    renderAddress(`/audit?charge=${holdId(1)}`);
    await screen.findByText('The customer paid $0.24: 4 zaps from a package of 2,500 for $149.99');
    expect(screen.queryByRole('button', { name: 'Refund…' })).toBeNull();
  });

  it('says that a large refund waits for a second person', async () => {
    const answer = { refundId: crypto.randomUUID(), holdId: crypto.randomUUID(), userId: MARA.id };
    server.on('POST', `/api/audit/charges/${holdId(1)}/refunds`, () => ({
      json: { ...answer, charged: 4, refunded: 0, state: 'waiting' },
    }));
    const { user } = renderAddress(`/audit?charge=${holdId(1)}`);
    await user.click(await screen.findByRole('button', { name: 'Refund…' }));
    const form = within(await dialog('Refund this charge'));
    await user.type(form.getByRole('textbox', { name: 'Reason' }), 'It was black.');
    await user.click(form.getByRole('button', { name: 'Refund 4 Zaps' }));
    await screen.findByText('Waiting for approval');
  });

  it('says that it may have been refunded when no answer arrived, and uses the same key for the same refund', async () => {
    const path = `/api/audit/charges/${holdId(1)}/refunds`;
    server.disconnect('POST', path);
    const { user } = renderAddress(`/audit?charge=${holdId(1)}`);
    await user.click(await screen.findByRole('button', { name: 'Refund…' }));
    const form = within(await dialog('Refund this charge'));
    await user.type(form.getByRole('textbox', { name: 'Reason' }), 'It was black.');
    await user.click(form.getByRole('button', { name: 'Refund 4 Zaps' }));
    await form.findByText(/the zaps may have been refunded/);
    expect(form.queryByText(/Nothing was refunded/)).toBeNull();
    await user.click(form.getByRole('button', { name: 'Refund 4 Zaps' }));
    await waitFor(() => expect(server.sent('POST', path)).toHaveLength(2));
    const keys = server.sent('POST', path).map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
  });

  it('says why the server refused the refund', async () => {
    server.fail('POST', `/api/audit/charges/${holdId(1)}/refunds`, 409);
    const { user } = renderAddress(`/audit?charge=${holdId(1)}`);
    await user.click(await screen.findByRole('button', { name: 'Refund…' }));
    const form = within(await dialog('Refund this charge'));
    await user.type(form.getByRole('textbox', { name: 'Reason' }), 'It was black.');
    await user.click(form.getByRole('button', { name: 'Refund 4 Zaps' }));
    await form.findByText(/Nothing was refunded/);
  });

  it('that was released has nothing to refund', async () => {
    server.data.audit.charges = [chargeWith({ state: 'released', charged: 0, spent: 0, usd: null, assets: [] })];
    renderAddress(`/audit?charge=${holdId(1)}`);
    await screen.findByText('Nothing was made.');
    expect(screen.queryByRole('button', { name: 'Refund…' })).toBeNull();
  });
});
