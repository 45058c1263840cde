import type { Charge } from '@storyreel/contracts';
import { formatUsd, zapsInWords } from '../zaps/format';
import { isCostKnown } from '../zaps/provider-cost';
import { KIND_WORDS } from './words';

export type NodeTone = 'done' | 'waiting' | 'back' | 'failed';
/** A station on the way of a charge, from the quote to the last refund. */
export interface PathNode {
  key: string;
  title: string;
  /** Null: it has no moment of its own. */
  at: string | null;
  figure: string | null;
  lines: string[];
  tone: NodeTone;
}

const RUN_WORDS = { queued: 'Waiting', running: 'Running', complete: 'Complete', failed: 'Failed' } as const;

function seconds(startedAt: string | null, endedAt: string | null): string[] {
  if (startedAt === null || endedAt === null) return [];
  const took = Math.max(0, Date.parse(endedAt) - Date.parse(startedAt)) / 1000;
  return [`Took ${took < 10 ? took.toFixed(1) : Math.round(took)} s`];
}

function quoteOf({ quote }: Charge): PathNode {
  const asked = quote.usd === null ? [] : [`Provider: ${formatUsd(quote.usd)} expected`];
  return {
    key: 'quote',
    title: 'Quoted',
    at: null,
    figure: zapsInWords(quote.zaps),
    lines: [...quote.arithmetic, ...asked, `Price version ${quote.priceVersion}`],
    tone: 'done',
  };
}

function runOf({ run, provider, model, usd }: Charge): PathNode[] {
  if (!run) return [];
  const tones = { queued: 'waiting', running: 'waiting', complete: 'done', failed: 'failed' } as const;
  return [
    {
      key: 'run',
      title: `Run: ${RUN_WORDS[run.state]}`,
      at: run.startedAt,
      figure: usd === null ? null : isCostKnown({ provider, usd }) ? formatUsd(usd) : 'Cost not known',
      lines: [
        [provider, model].filter(Boolean).join(' · '),
        ...seconds(run.startedAt, run.endedAt),
        ...(run.error === null ? [] : [run.error]),
      ].filter(Boolean),
      tone: tones[run.state],
    },
  ];
}

function stepsOf({ steps, quote }: Charge): PathNode[] {
  const isBack = (kind: string): boolean => kind === 'release' || kind === 'refund';
  return steps.map(({ id, kind, at, zaps: amount, reason }) => ({
    key: id,
    title: KIND_WORDS[kind],
    at,
    figure: `${kind === 'refund' ? '+' : ''}${zapsInWords(amount)}`,
    lines: [
      ...(reason === null ? [] : [reason]),
      ...(kind === 'release' && !quote.covered ? ['The zaps went back; nothing was charged'] : []),
    ],
    tone: isBack(kind) ? 'back' : 'done',
  }));
}

/** From the quote to the last refund; what has no moment stands where it belongs. */
export function pathOf(charge: Charge): PathNode[] {
  const steps = stepsOf(charge);
  const reserved = charge.steps.findIndex(({ kind }) => kind === 'reservation');
  const before = steps.slice(0, reserved + 1);
  const after = steps.slice(reserved + 1);
  const waiting: PathNode[] =
    charge.state === 'open'
      ? [{ key: 'open', title: 'Not settled yet', at: null, figure: null, lines: [], tone: 'waiting' }]
      : [];
  return [quoteOf(charge), ...before, ...runOf(charge), ...after, ...waiting];
}
