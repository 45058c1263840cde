/** Message between the windows of one browser: the signed-in user, or null after a logout. */
interface SessionNews {
  userId: string | null;
}

const CHANNEL = 'storyreel-session';
/** Storage key of the browser's signed-in user, for a page restored from the back-forward cache. */
const STORED = 'storyreel-user';

/** Notifies the browser's other windows, and pages that are restored later. */
export function announceUser(userId: string | null): void {
  rememberUser(userId);
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ userId } satisfies SessionNews);
  channel.close();
}

function rememberUser(userId: string | null): void {
  try {
    if (userId === null) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, userId);
  } catch {
    // Storage is switched off: a restored page then asks the server before it shows anything.
  }
}

/** Returns the stored user id; null when nobody is signed in or the browser stores nothing. */
export function rememberedUser(): string | null {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

/** Subscribes to sign-ins and logouts in other windows. Returns a stop function. */
export function onUserChanged(listener: (userId: string | null) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<SessionNews>) => listener(data.userId);
  return () => channel.close();
}
