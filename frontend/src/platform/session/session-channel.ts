/** What the windows of one browser tell each other: who is signed in, or that nobody is any more. */
interface SessionNews {
  userId: string | null;
}

const CHANNEL = 'storyreel-session';
/** Who this browser knows to be signed in, for a page that comes back from the back/forward cache. */
const STORED = 'storyreel-user';

/** Tells every other window of this browser, and pages that come back later. */
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
    // Storage is switched off: a page that comes back then asks the server before it shows anything.
  }
}

/** Null when nobody is signed in, or when this browser stores nothing. */
export function rememberedUser(): string | null {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

/** Hears of sign-ins and logouts in other windows. Returns what ends that. */
export function hearOfUsers(listener: (userId: string | null) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<SessionNews>) => listener(data.userId);
  return () => channel.close();
}
