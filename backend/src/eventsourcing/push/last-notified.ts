import type { Position } from '../event-store/event-store';

/** More users than are notified while one page loads. */
const REMEMBERED = 10_000;

/**
 * Remembers each user's last notification, so that a window learns whether it missed one between loading its page and
 * opening its socket.
 */
export class LastNotified {
  /** Least recently notified first. */
  private readonly positions = new Map<string, Position>();
  /** Notifications before this position were evicted. Null until this node listens. */
  private horizon: Position | null = null;
  private place: Position | null = null;

  constructor(private readonly remembered = REMEMBERED) {}

  /** All notifications up to this position were sent, and the views show it. Null when unknown. */
  get upTo(): Position | null {
    return this.place;
  }

  begin(place: Position | 'start'): void {
    this.horizon = place === 'start' ? ('' as Position) : place;
    this.place = place === 'start' ? null : place;
  }

  told(userIds: Iterable<string>, place: Position): void {
    this.place = place;
    for (const userId of userIds) {
      this.positions.delete(userId);
      this.positions.set(userId, place);
    }
    for (const [userId, position] of this.positions) {
      if (this.positions.size <= this.remembered) return;
      this.positions.delete(userId);
      this.horizon = position;
    }
  }

  /** @param position the position at which the window read its data; null when the window does not have it */
  hasNotifiedSince(userId: string, position: Position | null): boolean {
    const last = this.positions.get(userId);
    if (position === null) return last !== undefined;
    return this.horizon === null || position < this.horizon || (last !== undefined && last > position);
  }
}
