import type { ReplayCheck, ReplayDifference, ReplayReport, ReplayStep } from '@storyreel/contracts';
import type { Pool } from 'pg';
import { recordAtCommandLine } from '../accounts/access';
import { AggregateStore } from '../eventsourcing/commands/aggregate-store';
import type { EventStore } from '../eventsourcing/event-store';
import type { AppConfig } from '../infra/config/app-config';
import { createObjectStorage, MediaStore, StoredObjects } from '../infra/storage';
import { RecordingReader } from '../integrations/recording/run-recordings';
import { TodaysRequests } from '../integrations/recording/todays-request';
import { randomIds } from '../lib/ids';
import { systemClock } from '../lib/time';
import {
  chatRepliesIn,
  findRun,
  Histories,
  isChatReply,
  LogReplayer,
  newestRuns,
  REFUSALS_NOT_RECORDED,
  RefusalReplayer,
} from '../runs';
import type { RefusalReport } from '../runs';
import { toolUser, withStores } from './with-stores';
import type { StoresConfig } from './with-stores';

export type ReplayConfig = StoresConfig & Pick<AppConfig, 's3' | 'openai' | 'elevenLabs'>;

type Of = ReplayCheck['of'];
/** Number of requests or prices compared, and the reasons why the others were not. */
interface Compared {
  compared: number;
  reasons: Map<string, number>;
}

/** Runs or refusals with the same differences. */
interface Group {
  count: number;
  of: 'run' | 'refusal';
  /** The newest item of the group: the id of the run, or the stream and revision on which the refusal was decided. */
  example: string;
  /** Where the items of the group differ: 'ImageJobCompleted different', 'sent of create'. */
  what: string;
  differences: ReplayDifference[];
}

/** Summary of a replay of many runs: its comparisons and differences. */
export class ReplaySummary {
  runs = 0;
  different = 0;
  /** Number of runs with recorded provider responses; of the others, only the decisions were compared. */
  recorded = 0;
  /** Number of assistant replies among the runs; replies are not replayed. */
  chatReplies = 0;
  readonly kinds = new Map<string, number>();
  /** Number of refusals that were decided again, by command. */
  readonly refusals = new Map<string, number>();
  differentRefusals = 0;
  readonly refusalsLeftOut = new Map<string, number>();
  readonly groups = new Map<string, Group>();
  readonly checks: Record<Of, Compared> = { request: nothing(), sent: nothing(), price: nothing() };

  add(report: ReplayReport): void {
    this.runs += 1;
    this.recorded += report.recorded ? 1 : 0;
    this.different += report.same ? 0 : 1;
    count(this.kinds, report.kind);
    for (const { of, verdict, reason } of report.checks) {
      if (verdict === 'not_compared') count(this.checks[of].reasons, reason ?? 'unknown');
      else this.checks[of].compared += 1;
    }
    const found = new Map<string, Omit<Group, 'count'>>();
    for (const one of differing(report)) found.set(`${one.what} ${one.differences.map(pathOf).join(' ')}`, one);
    for (const [cause, one] of found) this.group(cause, one);
  }

  addRefusal({ command, streamId, revision, verdict, differences, reason }: RefusalReport): void {
    if (verdict === 'not_compared') return count(this.refusalsLeftOut, `${command}, because ${reason ?? 'unknown'}`);
    count(this.refusals, command);
    if (verdict === 'same') return;
    this.differentRefusals += 1;
    const codes = differences.map(({ path, recorded, today }) =>
      path === '$.code' ? `${String(recorded)} ${String(today)}` : path,
    );
    const example = `${streamId}@${revision}`;
    this.group(`${command} ${codes.join(' ')}`, { of: 'refusal', example, what: command, differences });
  }

  private group(cause: string, one: Omit<Group, 'count'>): void {
    const known = this.groups.get(cause);
    if (known) known.count += 1;
    else this.groups.set(cause, { ...one, count: 1 });
  }
}

const nothing = (): Compared => ({ compared: 0, reasons: new Map() });
const count = (counts: Map<string, number>, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
/** Removes list positions from the path, since they vary from run to run. */
const pathOf = ({ path }: ReplayDifference): string => path.replace(/\[\d+\]/g, '[]');

function differing({ runId: example, steps, checks }: ReplayReport): Omit<Group, 'count'>[] {
  const of = 'run' as const;
  return [
    ...steps
      .filter(({ verdict }) => verdict !== 'same')
      .map(({ event, verdict, differences }) => ({ of, example, what: `${event.type} ${verdict}`, differences })),
    ...checks
      .filter(({ verdict }) => verdict === 'different')
      .map(({ of: part, operation, differences }) => ({ of, example, what: `${part} of ${operation}`, differences })),
  ];
}

function replayerOf(config: ReplayConfig, { pool, events }: { pool: Pool; events: EventStore }): LogReplayer {
  // Nothing is saved here, so the secret is not needed.
  const media = new MediaStore(createObjectStorage(config), new StoredObjects(pool), systemClock, {
    sessionSecret: '',
  });
  return new LogReplayer(events, new RecordingReader(media), new TodaysRequests(config));
}

/** Records an access event for the data that is about to be shown, as the screens do. */
const recorded = ({ events }: { events: EventStore }, detail: Record<string, string>): Promise<void> =>
  recordAtCommandLine(new AggregateStore(events, systemClock, randomIds), toolUser(), {
    what: 'replay',
    ownerId: null,
    detail,
  });

/**
 * Replays one run. Returns 'chat' for a reply of the assistant, which cannot be replayed, and null when the log has no
 * such run.
 */
export function replayOne(config: ReplayConfig, runId: string): Promise<ReplayReport | 'chat' | null> {
  return withStores(config, async (stores) => {
    const run = await findRun(stores.events, runId);
    await recorded(stores, { runId });
    if (run) return replayerOf(config, stores).replay(run);
    return (await isChatReply(stores.events, runId)) ? 'chat' : null;
  });
}

interface Handlers {
  /** Called with each report; the next run is replayed once the returned promise has resolved. */
  onRun: (report: ReplayReport) => void | Promise<void>;
  onRefusal: (report: RefusalReport) => void | Promise<void>;
  /** When aborted, the replay ends. */
  ended?: AbortSignal;
}

/** Replays at most `limit` of the newest runs, and decides at most as many of the newest refusals again. */
export function replayLast(config: ReplayConfig, limit: number, handlers: Handlers): Promise<ReplaySummary> {
  return withStores(config, async (stores) => {
    await recorded(stores, { last: String(limit) });
    return replayNewest(stores.events, replayerOf(config, stores), limit, handlers);
  });
}

/** Like `replayLast`, but for any log. */
export async function replayNewest(
  log: Pick<EventStore, 'readAll' | 'readStream'>,
  replayer: LogReplayer,
  limit: number,
  { onRun, onRefusal, ended }: Handlers,
): Promise<ReplaySummary> {
  const histories = new Histories(log);
  const summary = new ReplaySummary();
  let oldest: string | null = null;
  for await (const run of newestRuns(log)) {
    const report = await replayer.replay(run, histories);
    if (!report) continue;
    await onRun(report);
    summary.add(report);
    oldest = report.steps[0]?.event.at ?? oldest;
    if (summary.runs >= limit || ended?.aborted) break;
  }
  for await (const report of new RefusalReplayer(log).newest(limit)) {
    if (ended?.aborted) break;
    await onRefusal(report);
    summary.addRefusal(report);
  }
  summary.chatReplies = await chatRepliesIn(log, oldest);
  return summary;
}

const MARKS: Record<ReplayStep['verdict'], string> = { same: ' ', different: '≠', missing: '-', extra: '+' };
const LONGEST = 200;
const NAMES: Record<Of, string> = {
  request: 'requests to providers',
  sent: 'requests on the wire',
  price: 'prices',
};

const RECORDING: Record<ReplayReport['recording'], string> = {
  recorded: 'provider calls recorded',
  not_recorded: 'provider calls not recorded: only decisions and prices are compared',
  gone: 'the recording of its provider calls has expired: only decisions and prices are compared',
  damaged: 'the recording of its provider calls is damaged: only decisions and prices are compared',
};

type Say = (line: string) => void;

function sayDifferences(differences: readonly ReplayDifference[], say: Say): void {
  for (const { path, recorded: then, today } of differences) {
    say(`         ${path}`);
    say(`           recorded ${short(then)}`);
    say(`           today    ${short(today)}`);
  }
}

/** Prints one line per event and per check with its differences below it, and at the end the state after event `to`. */
export function printReport(report: ReplayReport, to: number | null, say: Say): void {
  const { runId, kind, recording, recorded, steps, checks, same, underWay } = report;
  const told = recording === 'recorded' && !recorded ? 'provider calls recorded in part' : RECORDING[recording];
  say(`Run ${runId} (${kind}), ${told}.`);
  const shown = steps.filter(({ index }) => to === null || index <= to);
  for (const { index, event, verdict, differences } of shown) {
    const place = `${event.stream}${event.revision === null ? '' : `@${event.revision}`}`;
    say(`${MARKS[verdict]} ${String(index).padStart(3)}  ${event.at ?? '-'}  ${event.type.padEnd(20)} ${place}`);
    if (verdict !== 'same') say(`         ${verdict}`);
    sayDifferences(differences, say);
  }
  if (to === null) {
    for (const { of, operation, verdict, differences, reason } of checks) {
      const mark = verdict === 'same' ? ' ' : verdict === 'different' ? '≠' : '?';
      say(`${mark}      ${of.padEnd(7)} of ${operation}${reason === undefined ? '' : `: not compared, ${reason}`}`);
      sayDifferences(differences, say);
    }
  }
  const last = shown.at(-1);
  if (to !== null && last) say(`State after event ${last.index}:\n${JSON.stringify(last.state, null, 2)}`);
  const different = steps.filter(({ verdict }) => verdict !== 'same').length;
  const differentChecks = checks.filter(({ verdict }) => verdict === 'different').length;
  const compared = checks.filter(({ verdict }) => verdict !== 'not_compared').length;
  const verdict = same
    ? `The same: ${steps.length} events, ${compared} of ${checks.length} requests and prices.`
    : `${different} of ${steps.length} events and ${differentChecks} of ${compared} compared requests and prices differ.`;
  say(underWay ? `${verdict} The run is under way and was compared up to now.` : verdict);
}

/** Prints the differences with their counts, and then what was compared and what was not. */
export function printSummary(summary: ReplaySummary, say: Say): void {
  const { runs, recorded, different, kinds, groups, checks, chatReplies } = summary;
  for (const { count: times, of, example, what, differences } of [...groups.values()].sort(
    (a, b) => b.count - a.count,
  )) {
    const place = of === 'run' ? `run ${example}` : `on ${example}`;
    say(`≠ ${times} ${times === 1 ? of : `${of}s`}: ${what}; for example ${place}`);
    sayDifferences(differences, say);
  }
  say(`${runs} runs replayed${byName(kinds)}. ${different} differ.`);
  say(`Compared: their events; for ${recorded} of them with recorded provider answers.`);
  for (const name of ['request', 'sent', 'price'] as const) {
    const { compared, reasons } = checks[name];
    say(`Compared: ${compared} ${NAMES[name]}.`);
    for (const [reason, number] of reasons) say(`Not compared: ${number} ${NAMES[name]}, because ${reason}.`);
  }
  sayRefusals(summary, say);
  say(
    `Not replayed: ${chatReplies} replies of the assistant since the oldest of these runs, whose calls are not recorded; ` +
      'and publications.',
  );
}

function sayRefusals({ refusals, refusalsLeftOut, differentRefusals }: ReplaySummary, say: Say): void {
  const asked = [...refusals.values()].reduce((sum, number) => sum + number, 0);
  say(`${asked} refusals decided again${byName(refusals)}. ${differentRefusals} differ.`);
  for (const [what, number] of refusalsLeftOut) say(`Not decided again: ${number} refusals of ${what}.`);
  say(`Not recorded, and never decided again: refusals of ${REFUSALS_NOT_RECORDED}.`);
}

/** Formats counts by name in parentheses; empty when there are none. */
const byName = (numbers: ReadonlyMap<string, number>): string =>
  numbers.size === 0 ? '' : ` (${[...numbers].map(([name, number]) => `${number} ${name}`).join(', ')})`;

function short(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
