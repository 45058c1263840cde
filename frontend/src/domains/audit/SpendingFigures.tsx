import { countOfScenes } from '../batches/words';
import { awaited, Card, Figures, Unreadable } from '../../ui';
import { formatUsd, formatZaps, zapsInWords } from '../zaps/format';
import { type Asker, type SpendingQuestion } from './keys';
import { useSpending } from './queries';

const WAITING = awaited([
  { label: 'Spent', value: 0 },
  { label: 'Runs', value: 0 },
  { label: 'Per scene', value: 0, note: '0 scenes' },
  { label: 'Kept', value: 0 },
]);

/** The sums of a period, in one row of numbers. */
export function SpendingFigures({ asker, question }: { asker: Asker; question: SpendingQuestion }) {
  const { data, isError, refetch } = useSpending(asker, question);
  if (isError && !data) return <Unreadable level={2} what="the totals" retry={refetch} />;
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
      note: countOfScenes(scenes),
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
