export const REMOVED = '[removed]';
/** Shorter ones would be found in words. */
const SHORTEST = 8;

/** Secrets that are left out of texts, wherever they stand. */
export class Secrets {
  private known: readonly string[] = [];

  constructor(values: readonly string[] = []) {
    this.learn(values);
  }

  learn(values: readonly string[]): void {
    const long = values.filter((value) => value.length >= SHORTEST);
    const all = new Set([...this.known, ...long, ...long.map(encodeURIComponent)]);
    // One that is part of another would leave the rest of it.
    this.known = [...all].sort((one, other) => other.length - one.length);
  }

  hide(text: string): string {
    return this.known.reduce((left, secret) => left.replaceAll(secret, REMOVED), text);
  }
}

/**
 * The secrets of all that this process was configured with. Shared instead of handed in: errors are made wherever a
 * provider is spoken to, and whoever had not been given the list would quote what it holds.
 */
export const configuredSecrets = new Secrets();
