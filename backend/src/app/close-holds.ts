import { Injectable, Module } from '@nestjs/common';
import { z } from 'zod';
import { systemContext } from '../eventsourcing/commands/command-context';
import { jobFrom, JobWorker, reactorTo } from '../eventsourcing/reactors/reactor';
import type { Job, JobHandler } from '../eventsourcing/reactors/reactor';
import { derivedId } from '../lib/ids';
import { ZAPS_QUEUE } from '../money/zaps';
import type { WalletEvent, ZapsJob } from '../money/zaps';
import type { ProjectEventOf } from '../projects/storyboard';
import { HoldCloser, RunsModule } from '../runs';
import type { TextWorkEvent } from '../writing/story-ai';

const EXPIRE_QUEUE = 'expire-reservation';

/** Schedules a check of every hold at its deadline. */
export const expireReservationReactor = reactorTo<Extract<WalletEvent, { type: 'ZapsReserved' }>>({
  name: 'expire-reservation',
  types: ['ZapsReserved'],
  react(event) {
    const { holdId, deadline } = event.data;
    const delayMs = Date.parse(deadline) - Date.parse(event.metadata.at);
    if (Number.isNaN(delayMs)) throw new Error(`The deadline '${deadline}' is not a time.`);
    return [jobFrom(event, { queue: EXPIRE_QUEUE, dedupKey: holdId, payload: { holdId }, delayMs })];
  },
});

const payloadSchema = z.object({ holdId: z.string() });
const EXPIRED = 'It took too long.';

/** Closes a hold that is still open at its deadline. */
@Injectable()
@JobWorker()
export class ExpireReservation implements JobHandler {
  readonly queue = EXPIRE_QUEUE;
  readonly concurrency = 4;
  readonly maxAttempts = 200;

  constructor(private readonly holds: HoldCloser) {}

  async run({ payload, ownerId: userId, correlationId, causationId }: Job): Promise<void> {
    const { holdId } = payloadSchema.parse(payload);
    const cause = { correlationId, causationId };
    const context = (id: string) =>
      systemContext(EXPIRE_QUEUE, userId, { ...cause, commandId: derivedId(id, 'expire') });
    await this.holds.close({ userId, holdId, words: EXPIRED, reason: 'expired', cause, context });
  }
}

/**
 * Time for the request itself to settle at the provider's figures. After that, the stored text proves that the request
 * succeeded.
 */
const GRACE_MS = 60_000;

type PaidText =
  | Exclude<TextWorkEvent, { type: 'TextAsked' }>
  | ProjectEventOf<'ScenesReplaced' | 'SceneDescribed' | 'ScenePromptWritten'>;

/**
 * Closes the hold of a text whose request was killed before closing it. Does nothing when the request has closed the
 * hold itself.
 */
export const settleTextReactor = reactorTo<PaidText>({
  name: 'settle-text',
  types: ['TextAnswered', 'TextFailed', 'ScenesReplaced', 'SceneDescribed', 'ScenePromptWritten'],
  react(event) {
    const { holdId } = event.data;
    const payload: ZapsJob =
      event.type === 'TextFailed'
        ? { action: 'release', holdId, reason: event.data.error }
        : { action: 'settle', holdId, ...(event.type === 'TextAnswered' && { usd: event.data.usd }) };
    const delayMs = event.type.startsWith('Text') ? undefined : GRACE_MS;
    return [jobFrom(event, { queue: ZAPS_QUEUE, dedupKey: `${event.type}:${holdId}`, payload, delayMs })];
  },
});

@Module({ imports: [RunsModule], providers: [ExpireReservation] })
export class CloseHoldsModule {}

export const closeHoldsReactors = [expireReservationReactor, settleTextReactor];
