import { PAID_ROUTES } from '@storyreel/contracts/testing';
import { KEYED_ROUTES } from './routes';

it('lists as keyed routes with a price exactly the paid routes of the contracts', () => {
  const paid = KEYED_ROUTES.flatMap(([name, , { isPaid }]) => (isPaid ? [name] : []));
  expect(paid.sort()).toEqual(Object.keys(PAID_ROUTES).sort());
});
