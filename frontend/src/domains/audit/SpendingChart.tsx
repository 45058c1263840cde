import type { SpendingRow } from '@storyreel/contracts';
import type { ReactNode } from 'react';
import { type BarItem, BarList, ColumnChart, ShowMore, Skeleton, Stack, TitledCard, Unreadable } from '../../ui';
import { type Asker, type SpendingQuestion } from './keys';
import { useSpending } from './queries';
import { zapBars } from './spending-bars';
import { columnsOf } from './spending-columns';

interface SpendingChartProps {
  title: string;
  asker: Asker;
  question: SpendingQuestion;
}

/** A card with one chart, that waits for its figures and says when there are none. */
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

/** What was spent day by day. */
export function SpendingByDay(props: Omit<SpendingChartProps, 'question'> & { period: Omit<SpendingQuestion, 'by'> }) {
  const { period, title } = props;
  return (
    <SpendingCard {...props} question={{ ...period, by: 'day' }}>
      {(rows) => <ColumnChart label={title} columns={columnsOf(rows, period)} />}
    </SpendingCard>
  );
}

/** So many bars are shown; the button shows as many more. */
export function SpendingBars({
  bars = zapBars,
  none,
  ...props
}: SpendingChartProps & {
  bars?: (rows: readonly SpendingRow[], by: SpendingQuestion['by']) => BarItem[];
  /** Said where there are rows, and none of them has a bar. */
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
