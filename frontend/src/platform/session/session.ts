import { createStore, useExternalStore } from '../store';

/** What this window knows of its session. */
export interface SessionState {
  /** Who works here; null before and after. */
  userId: string | null;
  /** The server no longer knows the session: calls wait until the same user has signed in again. */
  isExpired: boolean;
  /** Grows with every renewal, for what has to be opened anew. */
  renewals: number;
}

/** The user left while a call waited for the session. */
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

/** The session of this window. An expired one interrupts work and does not end it. */
export class Session {
  private readonly state = createStore(NOBODY);
  private waiters: Waiter[] = [];
  private readonly left = new Set<() => void>();

  getState = this.state.get;
  subscribe = this.state.subscribe;

  /** The server has named the user: of a new session, or of one that goes on. */
  begin(userId: string): void {
    const before = this.getState();
    const goesOn = before.userId === userId;
    if (goesOn && !before.isExpired) return;
    this.state.set({ userId, isExpired: false, renewals: before.renewals + (goesOn ? 1 : 0) });
    if (before.userId !== null && !goesOn) this.tellLeft();
    // What one user asked for is never asked in the name of another.
    for (const { resume, giveUp } of this.takeWaiters())
      if (goesOn) resume();
      else giveUp(new SessionEnded());
  }

  /**
   * A call was refused for want of a session. Resolves when the call is worth repeating, at once when nobody works here,
   * and when the session has been renewed since `asked`, the state in which the call was sent: the refusal is of the old one.
   * @returns false when nobody is signed in, so that the refusal stands
   * @throws SessionEnded when the user leaves instead, or the signal's reason
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

  /** Nobody works here any more. */
  end(): void {
    this.state.set(NOBODY);
    this.tellLeft();
    for (const { giveUp } of this.takeWaiters()) giveUp(new SessionEnded());
  }

  /** Hears that whoever worked here has left: what goes on in their name ends. */
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
