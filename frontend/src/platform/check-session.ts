import { apiRequest, isSessionOver } from './api-client';
import { logError } from './log';
import { session } from './session';

/** Asks the server whether the session still counts, and interrupts the work when it does not. */
export async function checkSession(): Promise<void> {
  try {
    await apiRequest('GET', '/api/auth/user');
  } catch (error) {
    if (!isSessionOver(error)) return logError('The session could not be checked', error);
    // Whoever leaves the dialog instead of signing in has nothing left to wait for.
    await session.renewed().catch(() => false);
  }
}
