/**
 * For how long a node has seen the database's clock go on without a gap. Leases that ended in a gap prove nothing: the
 * database was silent, not those who hold them.
 */
export class DatabaseContact {
  private since = Infinity;
  private last = -Infinity;

  constructor(private readonly gapMs: number) {}

  /** Call with the database's time at each answer. @returns for how many ms it has answered without a gap */
  seen(now: Date): number {
    const time = now.getTime();
    if (time - this.last > this.gapMs) this.since = time;
    this.last = Math.max(this.last, time);
    return time - this.since;
  }
}
