import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Position } from '../../eventsourcing/event-store';
import { toPosition } from '../../eventsourcing/event-store/event-store';
import { toolCommand } from '../../lib/tool-command';
import { isUsageError, UsageError } from '../run-tool';

export const USAGE = `Usage: ${toolCommand('events', 'COMMAND')}
  tail    [--from POSITION] [--last N] [--type T …] [--follow]   the newest events, a line each
  stream  NAME                                                    all events of a stream
  show    ID                                                      one event, by its id or its position
  grep    TEXT [--type T …] [--stream-category C] [--since TIME] [--ignore-case]   newest first
  export  [--category C] [--from POSITION] [--to POSITION] [--out FILE]   JSON Lines
  catalogue [--write]                                             the event types, as in docs/events.md
A position is what tail prints; --from begins after it, --to ends with it. --json prints JSON Lines. --as-stored shows
older versions of events as the log holds them. FILE is new, and there when it is whole. Exit codes: 0, 1 nothing found
or failed, 2 not understood, 130 interrupted, but for tail --follow.`;

/** Maximum number of events printed, since all of them are held in memory before the first one is printed. */
const MOST = 1_000;

interface Output {
  json: boolean;
  asStored: boolean;
}
export type Request = Output &
  (
    | { command: 'tail'; from: Position | null; last: number; types: string[]; follow: boolean }
    | { command: 'stream'; name: string }
    | { command: 'show'; id: string }
    | {
        command: 'grep';
        text: string;
        types: string[];
        category: string | null;
        since: Date | null;
        ignoreCase: boolean;
      }
    | { command: 'export'; category: string | null; from: Position | null; to: Position | null; out: string | null }
  );
export type RequestOf<Command extends Request['command']> = Extract<Request, { command: Command }>;

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const types = { type: 'string', multiple: true } as const;
const general = { json: flag, 'as-stored': flag } as const;

/** Parses the arguments. @throws UsageError */
export function readRequest(argv: readonly string[]): Request {
  const [command, ...args] = argv;
  switch (command) {
    case 'tail': {
      const { values, output } = parse(args, { from: text, last: text, type: types, follow: flag }, 0);
      const last = /^\d{1,9}$/.test(values.last ?? '20') ? Number(values.last ?? 20) : Number.NaN;
      if (!(last <= MOST)) {
        throw new UsageError(`--last takes a number up to ${MOST}, not '${values.last}'.`);
      }
      const { type = [], follow = false } = values;
      return { command, from: position('from', values.from), last, types: type, follow, ...output };
    }
    case 'stream': {
      const { rest, output } = parse(args, {}, 1);
      return { command, name: rest[0] ?? '', ...output };
    }
    case 'show': {
      const { rest, output } = parse(args, {}, 1);
      return { command, id: rest[0] ?? '', ...output };
    }
    case 'grep': {
      const options = { type: types, 'stream-category': text, since: text, 'ignore-case': flag } as const;
      const { values, rest, output } = parse(args, options, 1);
      const { type = [], 'stream-category': category = null, 'ignore-case': ignoreCase = false } = values;
      return { command, text: rest[0] ?? '', types: type, category, since: time(values.since), ignoreCase, ...output };
    }
    case 'export': {
      const { values, output } = parse(args, { category: text, from: text, to: text, out: text }, 0);
      const { category = null, out = null } = values;
      const [from, to] = [position('from', values.from), position('to', values.to)];
      if (from !== null && to !== null && to <= from)
        throw new UsageError('--to takes a position after that of --from.');
      return { command, category, from, to, out, ...output };
    }
    default:
      throw new UsageError(command === undefined ? 'Name a command.' : `There is no command '${command}'.`);
  }
}

function parse<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
  names: number,
) {
  try {
    const all = { ...options, ...general };
    const { values, positionals } = parseArgs({ args, options: all, allowPositionals: true });
    if (positionals.length !== names || positionals.includes('')) {
      throw new UsageError(
        names === 0
          ? `Not understood: ${positionals.join(' ')}.`
          : 'Name one thing. Words that belong together go in quotes.',
      );
    }
    const { json = false, 'as-stored': asStored = false } = values as { json?: boolean; 'as-stored'?: boolean };
    return { values, rest: positionals, output: { json, asStored } };
  } catch (error) {
    throw isUsageError(error) ? new UsageError((error as Error).message) : error;
  }
}

function position(option: string, given: string | undefined): Position | null {
  if (given === undefined) return null;
  if (!/^\d{1,20}$/.test(given)) throw new UsageError(`--${option} takes a position, not '${given}'.`);
  return toPosition(BigInt(given));
}

function time(given: string | undefined): Date | null {
  if (given === undefined) return null;
  const at = new Date(given);
  if (Number.isNaN(at.getTime())) throw new UsageError(`--since takes a time such as 2026-11-22, not '${given}'.`);
  return at;
}
