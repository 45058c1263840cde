import { types } from 'pg';
import { z } from 'zod';
import { APPENDED, DELETED, REFUSED, REPEATED } from './schema';
import type { FlushPlan } from './plan-flush';

/** What became of one append. */
export interface AppendOutcome {
  kind: typeof APPENDED | typeof REPEATED | typeof REFUSED | typeof DELETED;
  /** Of the append's last event; when it was refused, the stream's own (-1: none). */
  revision: bigint;
  /** Of the append's last event; when it was refused, of an earlier one. */
  position: bigint;
}
export interface FlushOutcome {
  created: Date;
  /** In the order of the plan's appends. */
  appends: AppendOutcome[];
}

const bigints = z.array(z.string()).transform((texts) => texts.map(BigInt));
/** The append function's row, as pg gives it. */
export const appendRow = z.object({
  first_position: z.string().transform(BigInt),
  created: z.date(),
  current: bigints,
  outcomes: z.array(z.literal([APPENDED, REPEATED, REFUSED, DELETED])).nullable(),
  revisions: bigints.nullable(),
  positions: bigints.nullable(),
});
export type AppendRow = z.infer<typeof appendRow>;

export function readOutcome(plan: FlushPlan, row: AppendRow): FlushOutcome {
  const { created, outcomes, revisions, positions } = row;
  if (outcomes) {
    const appends = outcomes.map((kind, index) => {
      return { kind, revision: revisions?.[index] ?? -1n, position: positions?.[index] ?? 0n };
    });
    return { created, appends };
  }
  let last = row.first_position - 1n;
  const current = [...row.current];
  const appends = plan.appendStream.map((stream, index): AppendOutcome => {
    const count = BigInt(plan.counts[index] ?? 0);
    const revision = (current[stream - 1] ?? -1n) + count;
    current[stream - 1] = revision;
    last += count;
    return { kind: APPENDED, revision, position: last };
  });
  return { created, appends };
}

/** As pg reads the column, so that an event from memory is the same as one from the table. */
const toDate = types.getTypeParser(types.builtins.TIMESTAMPTZ) as (text: string) => Date;

/** @param answer of the function for one event: position, revision and time */
export function readOneOutcome(answer: string): FlushOutcome {
  const [position = '', revision = ''] = answer.split(' ', 2);
  const created = toDate(answer.slice(position.length + revision.length + 2));
  return { created, appends: [{ kind: APPENDED, revision: BigInt(revision), position: BigInt(position) }] };
}
