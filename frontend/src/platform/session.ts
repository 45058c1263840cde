import { useSyncExternalStore } from 'react';

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
  private state = NOBODY;
  private waiters: Waiter[] = [];
  private readonly listeners = new Set<() => void>();

  getState = (): SessionState => this.state;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** The server has named the user: of a new session, or of one that goes on. */
  begin(userId: string): void {
    if (this.state.userId === userId && !this.state.isExpired) return;
    const goesOn = this.state.userId === userId;
    this.enter({ userId, isExpired: false, renewals: this.state.renewals + (goesOn ? 1 : 0) });
    // What one user asked for is never asked in the name of another.
    for (const { resume, giveUp } of this.takeWaiters())
      if (goesOn) resume();
      else giveUp(new SessionEnded());
  }

  /**
   * A call was refused for want of a session. Resolves when the call is worth repeating, at once when nobody works here.
   * @returns false when nobody is signed in, so that the refusal stands
   * @throws SessionEnded when the user leaves instead, or the signal's reason
   */
  async renewed(signal?: AbortSignal): Promise<boolean> {
    if (this.state.userId === null) return false;
    if (!this.state.isExpired) this.enter({ ...this.state, isExpired: true });
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
    this.enter(NOBODY);
    for (const { giveUp } of this.takeWaiters()) giveUp(new SessionEnded());
  }

  private takeWaiters(): Waiter[] {
    const { waiters } = this;
    this.waiters = [];
    return waiters;
  }

  private enter(state: SessionState): void {
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}

export const session = new Session();

export const useSession = (): SessionState => useSyncExternalStore(session.subscribe, session.getState);
