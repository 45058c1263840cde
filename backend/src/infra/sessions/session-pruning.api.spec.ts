import { startTestApp } from '../../testing/app-harness';
import { SessionStore } from './session-store';

/** The timer of the store's next look for expired sessions; its types keep it to themselves. */
const pruning = (store: SessionStore): unknown => Reflect.get(store, 'pruneTimer');

describe('the deletion of expired sessions', () => {
  it('goes on while the server runs, and ends before the database is closed', async () => {
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
