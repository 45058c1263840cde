/** Message between the windows of one browser: the signed-in user, or null after a logout. */
interface SessionNews {
  userId: string | null;
}

const CHANNEL = 'storyreel-session';
/** Storage key of the user who is signed in in this browser; read by pages restored from the back-forward cache. */
const STORED = 'storyreel-user';

/** Tells the browser's other windows, and pages that are restored later, who is signed in. */
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
    // Storage is switched off, so a restored page asks the server before it shows anything.
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
