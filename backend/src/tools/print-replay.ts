import type { ReplayReport, ReplayStep } from '@storyreel/contracts';
import type { ReplayCounts } from './replay-runs';

const MARKS: Record<ReplayStep['verdict'], string> = { same: ' ', different: '≠', missing: '-', extra: '+' };
const LONGEST = 200;

const RECORDING: Record<ReplayReport['recording'], string> = {
  recorded: 'provider calls recorded',
  not_recorded: 'provider calls not recorded: only the decisions are compared',
  gone: 'the recording of its provider calls has expired: only the decisions are compared',
  damaged: 'the recording of its provider calls is damaged: only the decisions are compared',
};

/** An event a line, what differs below it, and at the end the state after event `to`. */
export function printReport(report: ReplayReport, to: number | null, say: (line: string) => void): void {
  const { runId, kind, recording, recorded, steps, same, underWay } = report;
  const told = recording === 'recorded' && !recorded ? 'provider calls recorded in part' : RECORDING[recording];
  say(`Run ${runId} (${kind}), ${told}.`);
  const shown = steps.filter(({ index }) => to === null || index <= to);
  for (const { index, event, verdict, differences } of shown) {
    const place = `${event.stream}${event.revision === null ? '' : `@${event.revision}`}`;
    say(`${MARKS[verdict]} ${String(index).padStart(3)}  ${event.at ?? '-'}  ${event.type.padEnd(20)} ${place}`);
    if (verdict !== 'same') say(`         ${verdict}`);
    for (const { path, recorded: then, today } of differences) {
      say(`         ${path}`);
      say(`           recorded ${short(then)}`);
      say(`           today    ${short(today)}`);
    }
  }
  const last = shown.at(-1);
  if (to !== null && last) say(`State after event ${last.index}:\n${JSON.stringify(last.state, null, 2)}`);
  const different = steps.filter(({ verdict }) => verdict !== 'same').length;
  const verdict = same ? `The same: ${steps.length} events.` : `${different} of ${steps.length} events differ.`;
  say(underWay ? `${verdict} The run is under way: it is compared so far.` : verdict);
}

export const summaryOf = ({ runs, different, recorded }: ReplayCounts): string =>
  `${runs} runs replayed, ${recorded} of them with recorded provider calls. ${different} differ.`;

function short(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
