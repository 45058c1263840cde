import { createStore, useExternalStore } from '../store';

/** What this window knows about its session. */
export interface SessionState {
  /** The signed-in user; null before sign-in and after logout. */
  userId: string | null;
  /** True when the server no longer accepts the session. Calls then wait until the same user has signed in again. */
  isExpired: boolean;
  /** Number of renewals; a change tells connections to reopen. */
  renewals: number;
}

/** Thrown when the user leaves while a call is waiting for a new sign-in. */
export class SessionEnded extends Error {
  constructor() {
    super('The session has ended.');
    this.name = 'SessionEnded';
  }
}

interface Waiter {
  resume: () => void;
  giveUp: (error: Error) => void;
}

const NOBODY: SessionState = { userId: null, isExpired: false, renewals: 0 };

/** The session of this window. When it expires, work is interrupted but not lost. */
export class Session {
  private readonly state = createStore(NOBODY);
  private waiters: Waiter[] = [];
  private readonly left = new Set<() => void>();

  getState = this.state.get;
  subscribe = this.state.subscribe;

  /** Must be called when the server has named the user of a new or continued session. */
  begin(userId: string): void {
    const before = this.getState();
    const goesOn = before.userId === userId;
    if (goesOn && !before.isExpired) return;
    this.state.set({ userId, isExpired: false, renewals: before.renewals + (goesOn ? 1 : 0) });
    if (before.userId !== null && !goesOn) this.tellLeft();
    // A user's calls must never be sent in the name of another user.
    for (const { resume, giveUp } of this.takeWaiters())
      if (goesOn) resume();
      else giveUp(new SessionEnded());
  }

  /**
   * Must be called when the server has refused a call because there is no session. Waits for a new sign-in, and
   * resolves when the call should be repeated. If the session was renewed after `asked`, the state in which the call
   * was sent, it resolves at once, because the refusal was for the old session.
   * @returns false when nobody is signed in, so that the refusal stands
   * @throws SessionEnded when the user leaves without signing in, or the signal's reason
   */
  async renewed(signal?: AbortSignal, asked = this.getState()): Promise<boolean> {
    const state = this.getState();
    if (state.userId === null) return false;
    const isRenewed = asked.userId === state.userId && asked.renewals !== state.renewals;
    if (isRenewed && !state.isExpired) return true;
    if (!state.isExpired) this.state.set({ ...state, isExpired: true });
    await new Promise<void>((resume, giveUp) => {
      signal?.throwIfAborted();
      const waiter = { resume, giveUp };
      this.waiters.push(waiter);
      signal?.addEventListener('abort', () => {
        this.waiters = this.waiters.filter((other) => other !== waiter);
        giveUp(signal.reason as Error);
      });
    });
    return true;
  }

  /** Ends the session after a logout. */
  end(): void {
    this.state.set(NOBODY);
    this.tellLeft();
    for (const { giveUp } of this.takeWaiters()) giveUp(new SessionEnded());
  }

  /** Calls the listener when the user leaves, so that it can stop work in the user's name. */
  onLeave(listener: () => void): void {
    this.left.add(listener);
  }

  private tellLeft(): void {
    for (const listener of this.left) listener();
  }

  private takeWaiters(): Waiter[] {
    const { waiters } = this;
    this.waiters = [];
    return waiters;
  }
}

export const session = new Session();

export const useSession = (): SessionState => useExternalStore(session.subscribe, session.getState);
