import { startTestApp } from '../../testing/app-harness';
import { SessionStore } from './session-store';

/** Returns the timer of the store's next pruning of expired sessions, which its types hide. */
const pruning = (store: SessionStore): unknown => Reflect.get(store, 'pruneTimer');

describe('the deletion of expired sessions', () => {
  it('continues while the server runs, and ends before the database is closed', async () => {
    const app = await startTestApp({ alone: true });
    try {
      await app.newUser();
      expect(pruning(app.get(SessionStore))).toBeDefined();
    } finally {
      await app.close();
    }
    expect(pruning(app.get(SessionStore))).toBeUndefined();
  });
});
