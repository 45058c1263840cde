import { PAID_ROUTES } from '@storyreel/contracts/testing';
import { KEYED_ROUTES } from './routes';

it('the keyed routes that cost zaps are those that the contracts know as paid, and the front end asks for under a key', () => {
  const paid = KEYED_ROUTES.flatMap(([name, , { isPaid }]) => (isPaid ? [name] : []));
  expect(paid.sort()).toEqual(Object.keys(PAID_ROUTES).sort());
});
