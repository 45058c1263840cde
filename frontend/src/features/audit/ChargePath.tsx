import styled from '@emotion/styled';
import type { Charge } from '@storyreel/contracts';
import { Moment, space, tokens } from '../../ui';
import { formatUsd, isCostKnown, zapsInWords } from '../zaps/format';
import { KIND_WORDS, makersOf, RUN_WORDS } from './words';

export type NodeTone = 'done' | 'waiting' | 'back' | 'failed';
/** A step of a charge, from the quote to the last refund. */
export interface PathNode {
  key: string;
  title: string;
  /** Time of the step; null for a step without one. */
  at: string | null;
  figure: string | null;
  lines: string[];
  tone: NodeTone;
}

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
  return steps.map(({ id, kind, at, zaps: amount, reason, ...makers }) => ({
    key: id,
    title: KIND_WORDS[kind],
    at,
    figure: `${kind === 'refund' ? '+' : ''}${zapsInWords(amount)}`,
    lines: [
      ...(reason === null ? [] : [reason]),
      makersOf(makers),
      ...(kind === 'release' && !quote.covered ? ['The zaps went back; nothing was charged'] : []),
    ].filter((line) => line !== null),
    tone: isBack(kind) ? 'back' : 'done',
  }));
}

/** Sorts the steps from the quote to the last refund; a step without a time goes to its logical position. */
function pathOf(charge: Charge): PathNode[] {
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

const Path = styled.ol`
  display: grid;
`;
const Station = styled.li`
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 0 ${space(4)};
  padding: 0 0 ${space(4)} ${space(7)};
  /* The line from one step to the next. */
  &::before {
    content: '';
    position: absolute;
    inset: 14px auto -6px 6px;
    border-left: 2px solid ${tokens.line};
  }
  &:last-of-type {
    padding-bottom: 0;
  }
  &:last-of-type::before {
    display: none;
  }
  &::after {
    content: '';
    position: absolute;
    top: 4px;
    left: 0;
    width: 14px;
    height: 14px;
    border: 2px solid ${tokens.text2};
    border-radius: 50%;
    background: ${tokens.text2};
  }
  &[data-tone='waiting']::after {
    border-style: dashed;
    background: ${tokens.surface1};
  }
  &[data-tone='back']::after {
    border-color: ${tokens.warning};
    background: ${tokens.surface1};
  }
  &[data-tone='failed']::after {
    border-color: ${tokens.danger};
    border-radius: 3px;
    background: ${tokens.danger};
  }
  & h4 {
    font-size: ${tokens.body};
    font-weight: 600;
    line-height: 22px;
  }
  & b {
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  & p,
  & time {
    grid-column: 1 / -1;
    color: ${tokens.text2};
    font-size: ${tokens.caption};
    overflow-wrap: anywhere;
  }
`;

/** Shows the steps of a charge with their times: quoted, reserved, made, then settled or released, and refunded. */
export function ChargePath({ charge }: { charge: Charge }) {
  return (
    <Path aria-label="How this charge came about">
      {pathOf(charge).map(({ key, title, at, figure, lines, tone }) => (
        <Station key={key} data-tone={tone}>
          <h4>{title}</h4>
          {figure ? <b>{figure}</b> : <span />}
          {at && <Moment at={at} />}
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Station>
      ))}
    </Path>
  );
}
