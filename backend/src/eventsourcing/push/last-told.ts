import type { Position } from '../event-store/event-store';

/** More users than hear of something between two moments of a page's load. */
const REMEMBERED = 10_000;

/** Where each user was last told of something: a window learns whether it missed that between its page and its socket. */
export class LastNotified {
  /** The one told longest ago first. */
  private readonly positions = new Map<string, Position>();
  /** Who was told of something before it is no longer known. Null until this node listens. */
  private horizon: Position | null = null;
  private place: Position | null = null;

  constructor(private readonly remembered = REMEMBERED) {}

  /** Up to here everybody was told of everything, and the views show it. Null when nothing is known. */
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

  /** @param position null for a window that does not know how things stood when it read them */
  hasToldSince(userId: string, position: Position | null): boolean {
    const last = this.positions.get(userId);
    if (position === null) return last !== undefined;
    return this.horizon === null || position < this.horizon || (last !== undefined && last > position);
  }
}
