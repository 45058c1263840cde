import { UnknownError } from '@eventstore/db-client';
import { toStoreError } from './eventstoredb/mapping';
import { logDropped } from './subscription';

it.each([
  ['Consumer too slow to handle event while live. Client resubscription required.', 'warn'],
  ['14 UNAVAILABLE: Connection dropped', 'error'],
])('logs a subscription that is lost by %j at the level %s', (message, level) => {
  const told: [string, string][] = [];
  const log = {
    warn: (_: unknown, text: string) => void told.push(['warn', text]),
    error: (_: unknown, text: string) => void told.push(['error', text]),
  };
  logDropped(log, 'Views', toStoreError(Object.assign(new UnknownError(), { message }), '$all'), 100);
  expect(told).toEqual([[level, 'Views dropped; again in 100 ms.']]);
});
