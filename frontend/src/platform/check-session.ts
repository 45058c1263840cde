import { apiRequest, isSessionOver } from './api-client';
import { logError } from './log';
import { session } from './session';

/**
 * Asks the server whether the session still counts, and interrupts the work when it does not.
 * @returns false when it does not; a server that cannot say so leaves the session as it is
 */
export async function checkSession(): Promise<boolean> {
  const asked = session.getState();
  try {
    await apiRequest('GET', '/api/auth/user');
    return true;
  } catch (error) {
    if (!isSessionOver(error)) {
      logError('The session could not be checked', error);
      return true;
    }
    // Whoever leaves the dialog instead of signing in has nothing left to wait for.
    await session.renewed(undefined, asked).catch(() => false);
    return false;
  }
}
