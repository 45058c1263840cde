import { Card, Figures, Skeleton, Unreadable } from '../../ui';
import { formatUsd, formatZaps, zapsInWords } from '../zaps/format';
import { type Asker, type SpendingQuestion } from './keys';
import { useSpending } from './queries';

/** The names are known before the sums, and take as many rows as these will. */
const WAITING = ['Spent', 'Runs', 'Per scene', 'Kept'].map((label) => ({
  label,
  value: <Skeleton width="96px" height="1.5em" />,
  note: label === 'Per scene' && <Skeleton width="64px" height="1.5em" />,
}));

/** The sums of a period, in one row of numbers. */
export function SpendingFigures({ asker, question }: { asker: Asker; question: SpendingQuestion }) {
  const { data, isError, refetch } = useSpending(asker, question);
  if (isError) return <Unreadable level={2} what="the totals" retry={refetch} />;
  const totals = data?.totals;
  if (!totals) {
    return (
      <Card aria-busy="true" aria-label="Totals">
        <Figures label="Totals" figures={WAITING} />
      </Card>
    );
  }
  const { zaps, refunded, count, scenes, zapsPerScene, made, kept, discarded, usd, marginUsd } = totals;
  const figures = [
    {
      label: 'Spent',
      value: zapsInWords(zaps),
      note: refunded > 0 ? `${formatZaps(refunded)} refunded` : undefined,
    },
    { label: 'Runs', value: count },
    {
      label: 'Per scene',
      value: zapsPerScene === null ? '–' : zapsInWords(zapsPerScene),
      note: `${scenes} scenes`,
    },
    { label: 'Kept', value: `${kept} of ${made}`, note: discarded > 0 ? `${discarded} discarded` : undefined },
    ...(usd === null ? [] : [{ label: 'Provider cost', value: formatUsd(usd) }]),
    ...(marginUsd === null ? [] : [{ label: 'Margin', value: formatUsd(marginUsd) }]),
  ];
  return (
    <Card aria-label="Totals">
      <Figures label="Totals" figures={figures} />
    </Card>
  );
}
