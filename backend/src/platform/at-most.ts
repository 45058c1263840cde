/** Runs so many pieces of work at a time. The others begin in the order in which they came. */
export class Semaphore {
  private readonly waiting: (() => void)[] = [];
  private busy = 0;

  constructor(private readonly places: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.busy < this.places) this.busy += 1;
    else await new Promise<void>((begin) => this.waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      // Whoever is next takes the place over.
      if (next) next();
      else this.busy -= 1;
    }
  }
}
