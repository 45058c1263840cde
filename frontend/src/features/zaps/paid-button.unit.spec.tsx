import type { EstimateRequest } from '@storyreel/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { AppServer } from '../../testing/app-server';
import { fakeWindow } from '../../testing/fake-window';
import { leaveApp, renderApp } from '../../testing/render-app';
import { CostButton } from './PaidButton';

const COST: EstimateRequest = {
  provider: 'openai',
  model: 'gpt',
  operation: 'scene_description',
  usage: { scenes: 10 },
};
/** An operation that this browser's price book does not contain, as with a newer server. */
const UNKNOWN: EstimateRequest = { ...COST, operation: 'of_tomorrow' };
let server: AppServer;
beforeEach(() => {
  fakeWindow();
  server = new AppServer();
});
afterEach(leaveApp);
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Generate/ });
const isEnabled = () => waitFor(() => expect(button().disabled).toBe(false));
const show = (props: Partial<Parameters<typeof CostButton>[0]> = {}) =>
  renderApp(
    <CostButton cost={COST} onAction={() => {}} {...props}>
      Generate
    </CostButton>,
  );

describe('a button with a cost', () => {
  it('shows its price, which is computed here, and runs its action', async () => {
    const act = jest.fn();
    const { user } = show({ onAction: act });
    await isEnabled();
    expect(button().textContent).toBe('Generate5 zaps');
    await user.click(button());
    expect(act).toHaveBeenCalledTimes(1);
    expect(server.sent('POST', '/api/costs/estimate')).toEqual([]);
  });

  it('reserves space for an unknown price, so that nothing beside it moves', async () => {
    let answer: (price: { json: { costZaps: number } }) => void = () => undefined;
    server.on('POST', '/api/costs/estimate', () => new Promise((resolve) => (answer = resolve)));
    show({ cost: UNKNOWN });
    await waitFor(() => expect(server.sent('POST', '/api/costs/estimate')[0]?.body).toEqual(UNKNOWN));
    expect(button().querySelector('[data-price-room]')).not.toBeNull();
    await act(async () => answer({ json: { costZaps: 5 } }));
    await isEnabled();
    expect(button().textContent).toBe('Generate5 zaps');
    expect(button().querySelector('[data-price-room]')).toBeNull();
  });

  it('is disabled without cost parameters [ZAPS-23]', async () => {
    show({ cost: null });
    await waitFor(() => expect(server.sent('GET', '/api/credits/balance')).toHaveLength(1));
    expect(button().disabled).toBe(true);
    expect(server.sent('POST', '/api/costs/estimate')).toEqual([]);
  });

  it('says that its cost cannot be estimated without cost parameters, unless it is disabled for another reason [ZAPS-28]', async () => {
    const { user } = show({ cost: null });
    await user.hover(await screen.findByRole('group', { name: 'Unable to estimate cost' }));
    expect((await screen.findByRole('tooltip')).textContent).toBe('Unable to estimate cost');
    leaveApp();
    show({ cost: null, disabled: true, disabledReason: 'There is no room.' });
    await screen.findByRole('group', { name: 'There is no room.' });
  });

  it('is disabled while the balance is below the cost, and shows both numbers [ZAPS-24, ZAPS-29]', async () => {
    server.balance = 4.5;
    const { user } = show();
    const reason = await screen.findByRole('group', { name: 'Insufficient zaps. Need 5, have 4.5' });
    expect(button().disabled).toBe(true);
    await user.hover(reason);
    expect((await screen.findByRole('tooltip')).textContent).toBe('Insufficient zaps. Need 5, have 4.5');
  });

  it('can be pressed with just enough zaps', async () => {
    server.balance = 5;
    show();
    await isEnabled();
  });

  it.each([
    ['POST', '/api/costs/estimate', { costZaps: 5 }, UNKNOWN],
    ['GET', '/api/credits/balance', { balance: 100 }, COST],
  ] as const)('is disabled while %s %s is loading [ZAPS-25]', async (method, path, json, cost) => {
    let answer = () => {};
    server.on(method, path, () => new Promise((resolve) => (answer = () => resolve({ json }))));
    show({ cost });
    await waitFor(() => expect(server.sent(method, path)).toHaveLength(1));
    expect(button().disabled).toBe(true);
    act(() => answer());
    await isEnabled();
  });

  it('is disabled while its action is running, and acts once on a double click [ZAPS-25]', async () => {
    let finish = () => {};
    const act1 = jest.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    const { user } = show({ onAction: act1, loadingText: 'Generating...' });
    await isEnabled();
    await user.dblClick(button());
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Generating...' }).disabled).toBe(true);
    expect(act1).toHaveBeenCalledTimes(1);
    act(() => finish());
    await isEnabled();
  });

  it('is disabled while another button runs the same action [ZAPS-25]', async () => {
    show({ executing: true });
    await waitFor(() => expect(server.calls).toHaveLength(1));
    expect(button().disabled).toBe(true);
  });

  it('shows a failed estimate; a press reads the price, and pays only once there is one [ZAPS-26, ZAPS-27, ZAPS-28]', async () => {
    server.fail('POST', '/api/costs/estimate', 500);
    const onAction = jest.fn();
    const { user } = show({ onAction, cost: UNKNOWN });
    await screen.findByText('Failed to get cost estimate');
    await isEnabled();
    await user.hover(button());
    expect((await screen.findByRole('tooltip')).textContent).toBe('Unable to estimate cost');
    await user.click(button());
    await waitFor(() => expect(server.sent('POST', '/api/costs/estimate')).toHaveLength(2));
    expect(onAction).not.toHaveBeenCalled();
    server.on('POST', '/api/costs/estimate', () => ({ json: { costZaps: 5 } }));
    await isEnabled();
    await user.click(button());
    await screen.findByText('5');
    expect(onAction).not.toHaveBeenCalled();
    await user.click(button());
    expect(onAction).toHaveBeenCalledTimes(1);
  });

  it('is enabled again after a failed action', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    const { user } = show({ onAction: () => Promise.reject(new Error('no')) });
    await isEnabled();
    await user.click(button());
    await isEnabled();
    expect(logged).toHaveBeenCalledWith('A paid action failed', expect.anything());
    logged.mockRestore();
  });
});
