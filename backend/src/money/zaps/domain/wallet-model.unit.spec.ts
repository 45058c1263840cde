import fc from 'fast-check';
import { userContext } from '../../../eventsourcing/commands/command-context';
import { DomainError } from '../../../lib/domain-error';
import { NOW, OWNER, testEnvironment } from '../../../testing/given-when-then';
import { type ModelOp, ModelWallet } from '../../../testing/ledger/model-wallet';
import { recorded } from '../../../testing/view-spec';
import { walletBalanceView } from '../views/wallet.view';
import { decideReturn, DecidePurchaseReturn } from './decide-return';
import { decideGrant, decidePurchase, PurchaseZaps } from './credit-wallet';
import { Evicted, holdIn, holdOf, openHolds, refundsIn } from './hold-book';
import type { HoldEvent, HoldHistory } from './hold-book';
import type { WalletEvent } from './wallet-entry';
import { chargedBy, decideRefund, RefundCharge } from './refund-charge';
import { decideRelease, decideReserve, decideSettle } from './hold-zaps';
import { decideSetBudget, SetBudget } from './set-budget';
import { WalletProof } from './wallet-proof';
import { walletAggregate, walletRemembering, type WalletState } from './wallet';

/** Number of command sequences per run; `MODEL_RUNS` changes it, `MODEL_SEED` repeats a run. */
const RUNS = Number(process.env.MODEL_RUNS ?? 100);
const SEED = Number(process.env.MODEL_SEED ?? Date.now() % 1_000_000);
const MOST_COMMANDS = 100;

const by = userContext(OWNER, { commandId: 'command' });
const ids = fc.constantFrom('aa1', 'aa2', 'aa3', 'bb1', 'bb2', 'cc1', 'cc2', 'dd1');
/** Few ids, so that most returns concern the same purchases. */
const purchaseIds = fc.constantFrom('pp1', 'pp2', 'pp3');
const projects = fc.constantFrom(null, 'project 1', 'project 2');
const units = fc.integer({ min: 0, max: 90 }).map((zaps) => zaps * 5_000);
const op: fc.Arbitrary<ModelOp> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<ModelOp>({ op: 'grant' }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('purchase'), id: purchaseIds, zaps: fc.constant(100) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      op: fc.constant('reserve'),
      id: fc.oneof(ids, fc.integer({ min: 0, max: 99 }).map(String)),
      units,
      bulk: fc.boolean(),
      project: projects,
      hours: fc.integer({ min: 1, max: 40 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      op: fc.constant('settle'),
      id: ids,
      units: fc.option(fc.oneof(units, fc.constant(-1)), { nil: undefined }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('release'), id: ids }) },
  {
    weight: 5,
    arbitrary: fc.record({
      op: fc.constant('refund'),
      id: ids,
      refundId: ids,
      units: fc.nat(8).map((n) => n * 5_000 + 1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constant('return'),
      id: purchaseIds,
      decisionId: ids,
      answer: fc.constantFrom('taken_back', 'left', 'given_back'),
      units: fc.integer({ min: 0, max: 10 }).map((n) => n * 100_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('budget'), project: projects, units: fc.option(units) }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('wait'), hours: fc.integer({ min: 1, max: 200 }) }) },
);

const purposeOf = (projectId: string | null, workId: string) => ({
  provider: 'sandbox',
  model: 'v6.1',
  operation: 'generate_image',
  category: 'image',
  description: '4 images for a scene',
  projectId,
  sceneId: null,
  workId,
  requestHash: 'hash',
});

function decide(step: ModelOp, state: WalletState, model: ModelWallet, recalled?: HoldHistory): WalletEvent[] {
  const env = testEnvironment({ now: model.at });
  const held = { userId: OWNER };
  switch (step.op) {
    case 'grant':
      return decideGrant(state, env);
    case 'purchase': {
      const { id: purchaseId, zaps } = step;
      return decidePurchase(new PurchaseZaps(OWNER, { purchaseId, zaps, sandbox: true }, by), state, env);
    }
    case 'reserve': {
      const { id: holdId, bulk } = step;
      const price = { units: step.units, usd: 0.1, version: 'v' };
      const deadline = new Date(model.now + step.hours * 3_600_000).toISOString();
      const purpose = purposeOf(step.project, step.id);
      return decideReserve({ ...held, holdId, price, purpose, deadline, bulk }, state, env, recalled);
    }
    case 'settle':
      return decideSettle({ ...held, holdId: step.id, units: step.units }, state, env);
    case 'release':
      return decideRelease({ ...held, holdId: step.id, reason: 'failed' }, state, env);
    case 'refund': {
      const hold = model.holds.get(step.id);
      const reservedAt = `${hold?.month ?? '2026-03'}-01T00:00:00.000Z`;
      const purpose = purposeOf(hold?.project ?? null, step.id);
      const refund = {
        refundId: step.refundId,
        holdId: step.id,
        units: step.units,
        reason: 'r',
        purpose,
        priceVersion: 'v',
        reservedAt,
        by: 'f',
        recalled,
      };
      return decideRefund(new RefundCharge(OWNER, refund, by), state, env);
    }
    case 'return': {
      const { id: purchaseId, decisionId, answer, units: due } = step;
      const returned = { amount: due, currency: 'usd' };
      const decision = { decisionId, purchaseId, answer, dueUnits: due, returned, reason: 'r', by: 'f' };
      return decideReturn(new DecidePurchaseReturn(OWNER, decision, by), state, env);
    }
    case 'budget': {
      const scope = step.project === null ? 'person' : { projectId: step.project };
      return decideSetBudget(new SetBudget(OWNER, { scope, monthlyUnits: step.units, by: 'f' }, by), state, env);
    }
    case 'wait':
      return [];
  }
}

/** The production wallet, and a wallet that remembers as little as possible. */
const WHOLE = walletAggregate;
const FORGETFUL = walletRemembering({ holds: 2, refunds: 2, purchases: 1_000 });

/** A wallet, its proof and its view's row; they get the same commands as the model. */
class Subject {
  state = walletAggregate.initial;
  readonly proof = new WalletProof(OWNER);
  private row: ReturnType<typeof walletBalanceView.evolve> = null;
  private readonly log: { entry: HoldEvent; revision: number }[] = [];
  private refundIds = 0;
  private last = '';

  constructor(
    private readonly model: ModelWallet,
    private readonly aggregate: typeof walletAggregate,
  ) {}

  run(asked: ModelOp): void {
    // A wallet remembers a refund's id only as long as the refund, so with the forgetful wallet each refund gets a new
    // id.
    const isForgotten = asked.op === 'refund' && this.aggregate === FORGETFUL;
    const step = isForgotten ? { ...asked, refundId: String(this.refundIds++) } : asked;
    const told = this.told(step);
    const wanted = this.model.apply(step);
    if (told !== wanted) throw new Error(`${this.last}: ${told}, by the model ${wanted}`);
    if (step.op === 'wait') for (const id of this.model.expired()) this.run({ op: 'release', id });
  }

  /** Reads the history as production does: refunds only if they are requested. */
  private recall(holdId: string, what: Evicted['what']): HoldHistory {
    const own = this.log.filter(({ entry }) => entry.data.holdId === holdId);
    const ends = own.filter(({ entry }) => entry.type !== 'ZapsRefunded');
    const upTo = this.log.length - 1;
    if (what === 'refunds') {
      return { hold: holdIn(own, holdId), upTo, refundsUpTo: upTo, refunds: refundsIn(own, holdId) };
    }
    return { hold: holdIn(ends, holdId), upTo, refundsUpTo: ends.at(-1)?.revision ?? -1, refunds: [] };
  }

  private recalling<T>(holdId: string, run: (recalled?: HoldHistory) => T): T {
    let recalled: HoldHistory | undefined;
    for (;;) {
      try {
        return run(recalled);
      } catch (error) {
        if (!(error instanceof Evicted)) throw error;
        recalled = this.recall(holdId, error.what);
      }
    }
  }

  private told(step: ModelOp): string {
    this.last = JSON.stringify(step);
    try {
      const holdId = 'id' in step ? step.id : '';
      const events = this.recalling(holdId, (recalled) => decide(step, this.state, this.model, recalled));
      for (const event of events) this.take(event);
      return events.length > 0 ? 'done' : 'nothing';
    } catch (error) {
      if (error instanceof DomainError) return error.code;
      throw error;
    }
  }

  private take(event: WalletEvent): void {
    const { at } = event.data;
    const revision = this.log.push({ entry: event as HoldEvent, revision: this.log.length }) - 1;
    const context = { at, ownerId: OWNER, revision: BigInt(revision), commandId: 'command' };
    this.state = this.aggregate.evolve(this.state, event, context);
    const stored = recorded(event, revision, { at });
    this.proof.add(stored);
    this.row = walletBalanceView.evolve(this.row, stored as never, OWNER);
  }

  check(): void {
    const { accounts, holds } = this.state;
    const { available, held, revenue, refunded } = this.model;
    if (Object.values(accounts).reduce((sum, each) => sum + each, 0) !== 0)
      throw new Error('The accounts do not sum to zero');
    if (accounts.available < 0) throw new Error('The balance is negative');
    if (this.proof.bad) throw new Error(`Revision ${this.proof.bad.revision} ${this.proof.bad.reason}`);
    expect({ ...accounts, grants: 0, purchases: 0 }).toEqual({
      available,
      held,
      revenue,
      refunds: 0 - refunded,
      grants: 0,
      purchases: 0,
    });
    expect(this.proof.accounts).toEqual(accounts);
    expect(this.row === null ? [0, 0] : [this.row.available, this.row.held]).toEqual([available, held]);
    expect(openHolds(holds).length).toBe(this.proof.open.size);
    for (const [id, { state, charged, refunded: given }] of this.model.holds) {
      const status = this.recalling(id, (recalled) => holdOf(holds, id, recalled)?.status);
      if (status !== state) throw new Error(`The hold ${id} is not ${state}`);
      const charge = this.recalling(id, (recalled) => chargedBy(this.state, id, recalled));
      expect(charge).toEqual(state === 'settled' ? { charged, refunded: given } : null);
    }
  }
}

describe(`a wallet beside a model of it (MODEL_SEED=${SEED})`, () => {
  it(`does what the model does, in ${RUNS} sequences of up to ${MOST_COMMANDS} commands`, () => {
    fc.assert(
      fc.property(fc.array(op, { maxLength: MOST_COMMANDS, size: 'max' }), fc.boolean(), (steps, forgets) => {
        const model = new ModelWallet(NOW);
        const subject = new Subject(model, forgets ? FORGETFUL : WHOLE);
        for (const step of steps) subject.run(step);
        subject.check();
      }),
      { numRuns: RUNS, seed: SEED },
    );
  });
});
