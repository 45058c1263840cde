import { type Finding, MAX_NAMED_FINDINGS } from '@storyreel/contracts';

/** What is wrong: all of it counted, the first of it named. */
export class Findings {
  readonly named: Finding[] = [];
  count = 0;

  add(finding: Pick<Finding, 'what' | 'reason'> & Partial<Finding>): void {
    this.count += 1;
    if (this.named.length >= MAX_NAMED_FINDINGS) return;
    this.named.push({ ownerId: null, revision: null, day: null, row: null, ...finding });
  }
}
