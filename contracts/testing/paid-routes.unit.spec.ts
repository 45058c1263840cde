import { PRICED_OPERATIONS } from '@storyreel/contracts';
import { PAID_ROUTES } from './paid-routes';
import { ROUTES } from './routes';

/** Operations that no route sells yet: a prompt cannot be requested alone, and a chat is charged by its reply. */
const NOT_SOLD = ['image_prompt', 'chat_completion'];

describe('the paid routes', () => {
  it('sell every operation of the price book but these two', () => {
    const sold = new Set(Object.values(PAID_ROUTES).flat());
    expect([...sold, ...NOT_SOLD].sort()).toEqual([...PRICED_OPERATIONS].sort());
  });

  it.each(Object.keys(PAID_ROUTES))('take a key: %s', (name) => {
    expect(ROUTES[name]?.keyed).toBeDefined();
  });
});
