import {
  ChooseDates,
  ChooseDatesHandler,
  RecordEmail,
  RecordEmailHandler,
  RecordPasswordChange,
  RecordPasswordChangeHandler,
  RegisterAccount,
  RegisterAccountHandler,
  RenameAccount,
  RenameAccountHandler,
} from '../../accounts/account';
import { decideComplete } from '../../generation/domain/job-steps';
import { imageJobs } from '../../generation/kinds/image/image-job';
import { projectAggregate } from '../../projects/storyboard';
import { DecidePurchaseReturn, DecidePurchaseReturnHandler } from '../../money/zaps/domain/decide-return';
import { RefundCharge, RefundChargeHandler } from '../../money/zaps/domain/refund-charge';
import { SetBudget, SetBudgetHandler } from '../../money/zaps/domain/set-budget';
import { queueImage } from './generation-rows';
import { type Node, purposeOf, type Repeatable, type World } from './world';

const reserved = async (world: World, node: Node) => {
  await world.buy(node);
  await world.reserve(node);
};
const unitsOf = async (world: World, node: Node) => (await node.paidWork.findHold(world.userId, world.holdId))?.status;
const others = async (world: World, node: Node) => {
  await world.buy(node, 500);
  await world.reserve(node, world.id('another hold'));
};
const queuedAndHeld = async (world: World, node: Node) => {
  await world.project(node);
  await reserved(world, node);
  await queueImage(world, node);
};

const register = async (world: World, node: Node) => {
  const account = { email: 'a@example.com', firstName: 'Ada' };
  const command = new RegisterAccount(world.userId, account, world.context('register'));
  return (await node.send(RegisterAccountHandler, command)).state;
};

export const walletRows: Repeatable[] = [
  {
    name: 'registering an account',
    covers: ['RegisterAccount'],
    run: register,
    makes: ['AccountRegistered'],
  },
  {
    name: 'changing the name of an account',
    covers: ['RenameAccount'],
    setup: register,
    run: async (world, node) => {
      const command = new RenameAccount(world.userId, { firstName: 'Countess' }, world.context('rename'));
      return (await node.send(RenameAccountHandler, command)).state;
    },
    makes: ['AccountRenamed'],
  },
  {
    name: 'choosing a date format',
    covers: ['ChooseDates'],
    setup: register,
    run: async (world, node) => {
      const dates = { locale: 'de-AT', timeZone: 'Europe/Vienna' };
      return (await node.send(ChooseDatesHandler, new ChooseDates(world.userId, dates, world.context('dates')))).state;
    },
    makes: ['DatesChosen'],
  },
  {
    name: 'recording a changed address of an account',
    covers: ['RecordEmail'],
    setup: register,
    run: async (world, node) => {
      const command = new RecordEmail(world.userId, { email: 'countess@example.com' }, world.context('email'));
      return (await node.send(RecordEmailHandler, command)).state;
    },
    makes: ['AccountEmailChanged'],
  },
  {
    name: 'recording a change of password',
    covers: ['RecordPasswordChange'],
    setup: register,
    run: async (world, node) => {
      const change = { changeId: world.id('change'), by: 'owner' } as const;
      const command = new RecordPasswordChange(world.userId, change, world.context('password'));
      return (await node.send(RecordPasswordChangeHandler, command)).state;
    },
    makes: ['PasswordChanged'],
  },
  {
    name: 'the job that grants zaps',
    covers: ['GrantSignUpZaps', 'RunZapsJob'],
    run: (world, node) => node.zapsJobs().run(world.job('zaps', { action: 'grant' })),
    between: others,
    makes: ['ZapsGranted'],
  },
  {
    name: 'a purchase under its key',
    covers: ['PurchaseZaps'],
    run: async (world, node) => void (await world.buy(node, 1_000, 'purchase')),
    between: (world, node) => others(world, node),
    makes: ['ZapsPurchased'],
  },
  {
    name: 'the job that buys zaps for a payment',
    covers: ['RunZapsJob'],
    run: (world, node) =>
      node.zapsJobs().run(world.job('zaps', { action: 'purchase', purchaseId: world.id('payment'), zaps: 100 })),
    between: others,
    makes: ['ZapsPurchased'],
  },
  {
    name: 'a refund under its key',
    covers: ['RefundCharge'],
    setup: async (world, node) => {
      await reserved(world, node);
      await node.paidWork.settle({ userId: world.userId, holdId: world.holdId });
    },
    run: async (world, node) => {
      const context = world.context('refund');
      const reserved = { priceVersion: 'v', reservedAt: '2026-01-01T00:00:00.000Z' };
      const charge = { holdId: world.holdId, purpose: purposeOf(null, 'work'), ...reserved };
      const refund = {
        ...charge,
        refundId: context.commandId,
        units: 10_000,
        reason: 'Blurred',
        by: world.id('finance'),
      };
      await node.send(RefundChargeHandler, new RefundCharge(world.userId, refund, context));
    },
    between: others,
    makes: ['ZapsRefunded'],
  },
  {
    name: 'a decision about a returned purchase',
    covers: ['DecidePurchaseReturn'],
    setup: (world, node) => world.buy(node, 500, 'purchase'),
    run: async (world, node) => {
      const context = world.context('decision');
      const about = {
        decisionId: context.commandId,
        purchaseId: world.context('purchase').commandId,
        answer: 'taken_back' as const,
      };
      const due = { dueUnits: 1_000_000, returned: { amount: 900, currency: 'usd' } };
      const command = new DecidePurchaseReturn(
        world.userId,
        { ...about, ...due, reason: 'Refunded at Stripe', by: world.id('finance') },
        context,
      );
      await node.send(DecidePurchaseReturnHandler, command);
    },
    between: others,
    makes: ['PurchaseReturnDecided'],
  },
  {
    name: 'setting a budget',
    covers: ['SetBudget'],
    run: async (world, node) => {
      const budget = { scope: 'person' as const, monthlyUnits: 1_000_000, by: world.userId };
      await node.send(SetBudgetHandler, new SetBudget(world.userId, budget, world.context('budget')));
    },
    between: others,
    makes: ['ZapBudgetSet'],
  },
  {
    name: 'a reservation',
    covers: ['PaidWork'],
    setup: (world, node) => world.buy(node),
    run: async (world, node) => (await world.reserve(node)).hold.requestHash,
    between: async (world, node) => {
      await others(world, node);
      await node.paidWork.settle({ userId: world.userId, holdId: world.holdId });
    },
    makes: ['ZapsReserved'],
  },
  {
    name: 'the job that settles a hold',
    covers: ['RunZapsJob'],
    setup: reserved,
    run: async (world, node) => {
      await node.zapsJobs().run(world.job('zaps', { action: 'settle', holdId: world.holdId }));
      return unitsOf(world, node);
    },
    between: others,
    makes: ['ZapsSettled'],
  },
  {
    name: 'the job that releases a hold',
    covers: ['RunZapsJob'],
    setup: reserved,
    run: async (world, node) => {
      await node.zapsJobs().run(world.job('zaps', { action: 'release', holdId: world.holdId, reason: 'failed' }));
      return unitsOf(world, node);
    },
    between: others,
    makes: ['ZapsReleased'],
  },
  {
    name: 'the job that closes paid work',
    covers: ['ClosePaidWork'],
    setup: async (world, node) => {
      await queuedAndHeld(world, node);
      await world.decide(node, projectAggregate, world.projectId, world.context(), (state) =>
        decideComplete(imageJobs, state, world.jobId, { images: [], usd: 0 }),
      );
    },
    run: async (world, node) => {
      const { projectId, jobId } = world;
      await node.closePaidWork().run(world.job('close-paid-work', { projectId, jobId }));
      return unitsOf(world, node);
    },
    between: others,
    makes: ['ZapsSettled'],
  },
  {
    name: 'the job at a reservation’s deadline',
    covers: ['ExpireReservation'],
    setup: queuedAndHeld,
    run: async (world, node) => {
      await node.expireReservation().run(world.job('expire-reservation', { holdId: world.holdId }));
      return unitsOf(world, node);
    },
    between: others,
    makes: ['ImageJobFailed', 'ZapsReleased'],
  },
];
