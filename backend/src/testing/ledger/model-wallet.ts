/** A model of a wallet's behaviour in plain numbers, without events, hashes or any of the wallet's code. */

export const BULK_A_DAY = 60;
const DAY = 86_400_000;

export type ModelOp =
  | { op: 'grant' }
  | { op: 'purchase'; id: string; zaps: 100 | 500 | 1000 | 2500 }
  | { op: 'reserve'; id: string; units: number; bulk: boolean; project: string | null; hours: number }
  | { op: 'settle'; id: string; units: number | undefined }
  | { op: 'release'; id: string }
  | { op: 'refund'; id: string; refundId: string; units: number }
  /** `units` is everything that was returned of the purchase so far. */
  | { op: 'return'; id: string; decisionId: string; answer: 'taken_back' | 'left' | 'given_back'; units: number }
  | { op: 'budget'; project: string | null; units: number | null }
  /** Lets time pass; holds past their deadline are released. */
  | { op: 'wait'; hours: number };

interface ModelHold {
  units: number;
  state: 'open' | 'settled' | 'released';
  charged: number;
  refunded: number;
  bulkDay: string | null;
  deadline: number;
  month: string;
  project: string | null;
}

export class ModelWallet {
  now: number;
  available = 0;
  held = 0;
  revenue = 0;
  refunded = 0;
  readonly holds = new Map<string, ModelHold>();
  private granted = false;
  /** For each purchase: the units decided about, those left with the buyer, and those taken back. */
  private readonly purchases = new Map<string, { due: number; left: number; taken: number }>();
  private readonly decisions = new Map<string, string>();
  takenBack = 0;
  private readonly refunds = new Map<string, string>();
  private readonly budgets = new Map<string | null, number>();

  constructor(now: string) {
    this.now = Date.parse(now);
  }

  get at(): string {
    return new Date(this.now).toISOString();
  }

  /** @returns 'done', 'nothing', or the code of a refusal */
  apply(op: ModelOp): string {
    switch (op.op) {
      case 'grant':
        if (this.granted) return 'nothing';
        this.granted = true;
        this.available += 1_000_000;
        return 'done';
      case 'purchase':
        if (this.purchases.has(op.id)) return 'nothing';
        this.purchases.set(op.id, { due: 0, left: 0, taken: 0 });
        this.available += op.zaps * 10_000;
        return 'done';
      case 'reserve':
        return this.reserve(op);
      case 'settle':
        return this.close(op.id, 'settled', op.units);
      case 'release':
        return this.close(op.id, 'released', 0);
      case 'refund':
        return this.refund(op);
      case 'return':
        return this.giveUp(op);
      case 'budget': {
        if ((this.budgets.get(op.project) ?? null) === op.units) return 'nothing';
        if (op.units === null) this.budgets.delete(op.project);
        else this.budgets.set(op.project, op.units);
        return 'done';
      }
      case 'wait':
        this.now += op.hours * (DAY / 24);
        return 'nothing';
    }
  }

  /** Returns the holds whose deadline has passed. */
  expired(): string[] {
    return [...this.holds]
      .filter(([, { state, deadline }]) => state === 'open' && deadline <= this.now)
      .map(([id]) => id);
  }

  /** Returns the zaps spent in the current month: charged and not refunded, or still held. */
  spent(project: string | null): number {
    const month = this.at.slice(0, 7);
    const counted = [...this.holds.values()].filter(
      (hold) => hold.month === month && (project === null || hold.project === project),
    );
    return counted.reduce((sum, hold) => sum + (hold.state === 'open' ? hold.units : hold.charged - hold.refunded), 0);
  }

  private reserve(op: Extract<ModelOp, { op: 'reserve' }>): string {
    if (this.holds.has(op.id)) return 'nothing';
    const day = this.at.slice(0, 10);
    const used = [...this.holds.values()].filter(
      ({ bulkDay, state }) => bulkDay === day && state !== 'released',
    ).length;
    const covered = op.bulk && used < BULK_A_DAY;
    const units = covered ? 0 : op.units;
    for (const scope of op.project === null ? [null] : [null, op.project]) {
      const limit = this.budgets.get(scope);
      if (limit !== undefined && units > 0 && this.spent(scope) + units > limit) return 'budget_reached';
    }
    if (units > this.available) return 'insufficient_zaps';
    this.available -= units;
    this.held += units;
    const deadline = this.now + op.hours * (DAY / 24);
    const nothing = { state: 'open' as const, charged: 0, refunded: 0 };
    const bulkDay = covered ? day : null;
    this.holds.set(op.id, { units, ...nothing, bulkDay, deadline, month: this.at.slice(0, 7), project: op.project });
    return 'done';
  }

  private close(id: string, state: 'settled' | 'released', used: number | undefined): string {
    const hold = this.holds.get(id);
    if (hold?.state !== 'open') return 'nothing';
    hold.state = state;
    hold.charged = Math.min(hold.units, Math.max(0, used ?? hold.units));
    this.held -= hold.units;
    this.revenue += hold.charged;
    this.available += hold.units - hold.charged;
    return 'done';
  }

  private giveUp({ id, decisionId, answer, units }: Extract<ModelOp, { op: 'return' }>): string {
    const known = this.decisions.get(decisionId);
    if (known !== undefined) return known === `${id} ${answer}` ? 'nothing' : 'idempotency_key_reused';
    const before = this.purchases.get(id);
    if (!before) return 'conflict';
    const { due, left, taken } = before;
    const owed = Math.max(0, taken - Math.max(0, units - left));
    const goes = { taken_back: Math.min(units - due, this.available), left: 0, given_back: 0 - owed }[answer];
    if (answer === 'given_back' ? units >= due || owed === 0 : units <= due) return 'conflict';
    this.decisions.set(decisionId, `${id} ${answer}`);
    const nowLeft = answer === 'left' ? left + units - due : left;
    this.purchases.set(id, { due: units, left: nowLeft, taken: taken + goes });
    this.available -= goes;
    this.takenBack += goes;
    return 'done';
  }

  private refund({ id, refundId, units }: Extract<ModelOp, { op: 'refund' }>): string {
    const known = this.refunds.get(refundId);
    if (known !== undefined) return known === `${id} ${units}` ? 'nothing' : 'idempotency_key_reused';
    const hold = this.holds.get(id);
    if (hold?.state !== 'settled') return 'not_found';
    if (units > hold.charged - hold.refunded) return 'conflict';
    this.refunds.set(refundId, `${id} ${units}`);
    hold.refunded += units;
    this.refunded += units;
    this.available += units;
    return 'done';
  }
}
