import type { Period, SpendingRow } from '@storyreel/contracts';
import type { ReactNode } from 'react';
import { addDays, addMonths, monthOf, utcNoon } from '../../platform/time/days';
import type { Day } from '../../platform/time/days';
import { dateFormat } from '../../platform/time/written-dates';
import {
  awaited,
  BarList,
  Card,
  ColumnChart,
  DataTable,
  Figures,
  ShowMore,
  Skeleton,
  Stack,
  TitledCard,
  Unreadable,
} from '../../ui';
import type { BarItem, ChartColumn } from '../../ui';
import { countOfScenes } from '../batches/api';
import { formatZaps, readable, zapsInWords } from '../zaps/format';
import { useSpending } from './api';
import type { Asker, SpendingQuestion } from './api';
import { MARGIN_COLUMNS, marginFigures, NO_MARGIN } from './margin';

type By = SpendingQuestion['by'];

/** Returns a row's name: a word such as 'Image' for a kind of work, the title for a project. */
export function rowName({ key, label }: SpendingRow, by: By): string {
  if (key === '') return by === 'project' ? 'No project' : 'Other';
  return by === 'kind' ? readable(label || key) : label || key;
}

const times = (count: number): string => (count === 1 ? '1 run' : `${count} runs`);

/** Returns bars of spent zaps, one per row. */
export const zapBars = (rows: readonly SpendingRow[], by: By): BarItem[] =>
  rows.map((row) => ({
    key: row.key,
    label: rowName(row, by),
    value: row.zaps,
    shown: zapsInWords(row.zaps),
    note: [times(row.count), row.refunded > 0 && `${zapsInWords(row.refunded)} refunded`].filter(Boolean).join(', '),
  }));

/**
 * Returns bars of the share of generated items that are still in their scenes. A full bar is 100 %, whatever the number
 * of items; zaps are not drawn.
 */
export const keptBars = (rows: readonly SpendingRow[], by: By): BarItem[] =>
  rows
    .filter(({ made }) => made > 0)
    .map((row) => ({
      key: row.key,
      label: rowName(row, by),
      value: 1,
      strong: row.kept / row.made,
      shown: `${row.kept} of ${row.made} kept`,
      note: row.discarded > 0 ? `${row.discarded} discarded` : undefined,
    }));

/** Number of days above which a period is charted by month. */
const MOST_DAYS = 93;
const dayName = dateFormat({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const monthName = dateFormat({ month: 'short', year: 'numeric', timeZone: 'UTC' });

const exact = (zaps: number): number => Math.round(zaps * 10_000) / 10_000;

/** Returns the zaps spent on each day of a period, including empty days; for a long period, on each month. */
function columnsOf(rows: readonly Pick<SpendingRow, 'key' | 'zaps'>[], { from, to }: Period): ChartColumn[] {
  const days = rows.map(({ key }) => key).sort();
  const first: Day | undefined = from?.slice(0, 10) ?? days[0];
  const last: Day | undefined = to === undefined ? days.at(-1) : addDays(to.slice(0, 10), -1);
  if (first === undefined || last === undefined || first > last) return [];
  const byMonth = addDays(first, MOST_DAYS) <= last;
  const stepOf = (day: Day): Day => (byMonth ? `${monthOf(day)}-01` : day);
  const sums = new Map<Day, number>();
  for (let step = stepOf(first); step <= last; step = byMonth ? addMonths(step, 1) : addDays(step, 1))
    sums.set(step, 0);
  for (const { key, zaps } of rows) {
    const step = stepOf(key);
    if (sums.has(step)) sums.set(step, (sums.get(step) ?? 0) + zaps);
  }
  return [...sums].map(([step, zaps]) => ({
    key: step,
    label: (byMonth ? monthName : dayName)(utcNoon(step)),
    value: exact(zaps),
    shown: zapsInWords(exact(zaps)),
  }));
}

interface SpendingChartProps {
  title: string;
  asker: Asker;
  question: SpendingQuestion;
}

/** A card with one chart and its loading and empty states. */
function SpendingCard({
  title,
  asker,
  question,
  children,
}: SpendingChartProps & { children: (rows: SpendingRow[]) => ReactNode }) {
  const spending = useSpending(asker, question);
  const { data, isError, refetch } = spending;
  return (
    <TitledCard title={title}>
      {isError && !data ? (
        <Unreadable level={3} what="the chart" retry={refetch} />
      ) : !data ? (
        <Stack gap={2} aria-busy="true">
          <Skeleton height="200px" />
        </Stack>
      ) : data.rows.length === 0 ? (
        <p>Nothing was spent in this period.</p>
      ) : (
        <Stack gap={4}>
          {children(data.rows)}
          <ShowMore list={spending} size="small" />
        </Stack>
      )}
    </TitledCard>
  );
}

/** Shows spending by day. */
export function SpendingByDay(props: Omit<SpendingChartProps, 'question'> & { period: Omit<SpendingQuestion, 'by'> }) {
  const { period, title } = props;
  return (
    <SpendingCard {...props} question={{ ...period, by: 'day' }}>
      {(rows) => <ColumnChart label={title} columns={columnsOf(rows, period)} />}
    </SpendingCard>
  );
}

/** Shows spending as bars, one per row. */
export function SpendingBars({
  bars = zapBars,
  none,
  ...props
}: SpendingChartProps & {
  bars?: (rows: readonly SpendingRow[], by: SpendingQuestion['by']) => BarItem[];
  /** Text to show when there are rows but none of them gives a bar. */
  none?: string;
}) {
  return (
    <SpendingCard {...props}>
      {(rows) => {
        const items = bars(rows, props.question.by);
        return items.length === 0 && none ? <p>{none}</p> : <BarList label={props.title} items={items} />;
      }}
    </SpendingCard>
  );
}

/** Shows the amounts paid, the costs and the margin, one line per row. */
export function MarginTable(props: SpendingChartProps) {
  const { by } = props.question;
  return (
    <SpendingCard {...props}>
      {(rows) => (
        <DataTable
          label={props.title}
          columns={[{ head: 'Name', cell: (row) => rowName(row, by) }, ...MARGIN_COLUMNS]}
          rows={rows}
          keyOf={({ key }) => key}
        />
      )}
    </SpendingCard>
  );
}

const AWAITED = [
  { label: 'Spent', value: 0 },
  { label: 'Runs', value: 0 },
  { label: 'Per scene', value: 0, note: '0 scenes' },
  { label: 'Kept', value: 0 },
];
const WAITING = { creator: awaited(AWAITED), finance: awaited([...AWAITED, ...marginFigures(NO_MARGIN)]) };

/** Shows the totals of the period in one row. */
export function SpendingFigures({ asker, question }: { asker: Asker; question: SpendingQuestion }) {
  const { data, isError, refetch } = useSpending(asker, question);
  if (isError && !data) return <Unreadable level={2} what="the totals" retry={refetch} />;
  const totals = data?.totals;
  if (!totals) {
    return (
      <Card aria-busy="true" aria-label="Totals">
        <Figures label="Totals" figures={WAITING[asker]} />
      </Card>
    );
  }
  const { zaps, refunded, count, scenes, zapsPerScene, made, kept, discarded, margin } = totals;
  const figures = [
    {
      label: 'Spent',
      value: zapsInWords(zaps),
      note: refunded > 0 ? `${formatZaps(refunded)} refunded` : undefined,
    },
    { label: 'Runs', value: count },
    {
      label: 'Per scene',
      value: zapsPerScene === null ? '–' : zapsInWords(Math.round(zapsPerScene * 100) / 100),
      note: countOfScenes(scenes),
    },
    { label: 'Kept', value: `${kept} of ${made}`, note: discarded > 0 ? `${discarded} discarded` : undefined },
    ...(margin === null ? [] : marginFigures(margin)),
  ];
  return (
    <Card aria-label="Totals">
      <Figures label="Totals" figures={figures} />
    </Card>
  );
}
