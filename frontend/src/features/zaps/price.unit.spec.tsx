import { act, screen } from '@testing-library/react';
import { openStage, pass, setStage, toastTitled } from '../../testing/message-stage';
import { toast } from '../../ui';
import { useCostEstimate } from './api';
import { CONTINUITY_COST, usePrice } from './price';

setStage();

describe('a price that cannot be read again', () => {
  it('is reported once, until it could be read', async () => {
    const { run, refuse, queryClient } = openStage();
    await run(() => useCostEstimate(CONTINUITY_COST));
    refuse('POST', '/api/costs/estimate');
    void queryClient.invalidateQueries();
    await toastTitled('Failed to get cost estimate');
    act(() => void toast({ title: 'Scene deleted', undo: () => undefined }));
    void queryClient.invalidateQueries();
    await pass(100);
    screen.getByText('Scene deleted');
  });

  it('is still shown', async () => {
    const { run, refuse, queryClient, server } = openStage();
    server.on('POST', '/api/costs/estimate', () => ({ json: { costZaps: 2 } }));
    const price = await run(() => usePrice({ ...CONTINUITY_COST, operation: 'of_tomorrow' }));
    const { zaps } = price.current;
    expect(zaps).toBe(2);
    refuse('POST', '/api/costs/estimate');
    void queryClient.invalidateQueries();
    await toastTitled('Failed to get cost estimate');
    expect(price.current).toMatchObject({ zaps, unknown: false, reason: undefined });
  });
});
