import type { Position } from '../event-store/event-store';

/** Maximum number of remembered users; more than are notified while one page loads. */
const REMEMBERED = 10_000;

/**
 * Remembers each user's last notification, so that a window learns whether it missed any between loading its page and
 * opening its socket.
 */
export class LastNotified {
  /** Ordered by time, the user notified longest ago first. */
  private readonly positions = new Map<string, Position>();
  /** Notifications before this position may have been evicted. Null until this node listens. */
  private horizon: Position | null = null;
  private place: Position | null = null;

  constructor(private readonly remembered = REMEMBERED) {}

  /** Position up to which all notifications have been sent and the views are current. Null when unknown. */
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

  /** @param position the position at which the window read its data; null when the window does not know it */
  hasNotifiedSince(userId: string, position: Position | null): boolean {
    const last = this.positions.get(userId);
    if (position === null) return last !== undefined;
    return this.horizon === null || position < this.horizon || (last !== undefined && last > position);
  }
}
