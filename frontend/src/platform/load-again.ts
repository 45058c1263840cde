import { apiRequest, isSessionOver } from './api-client';
import { logError } from './log';

/**
 * Loads once more what did not come, because somebody asks for it. Where the server answers and it still does not come,
 * the page is of an older deployment, whose files are gone: only a new page helps, and finds there what was typed.
 * @returns whether it came
 */
export async function loadAgain(load: () => Promise<unknown>, reload = reloadPage): Promise<boolean> {
  try {
    await load();
    return true;
  } catch (error) {
    logError('What is tried again did not come', error);
    // Without a server a reload would leave the browser's own error page, and nothing of this one.
    if (await doesServerAnswer()) reload();
    return false;
  }
}

const reloadPage = (): void => window.location.reload();

const doesServerAnswer = (): Promise<boolean> => apiRequest('GET', '/api/auth/user').then(() => true, isSessionOver);
