import styled from '@emotion/styled';
import type { Transaction } from '@storyreel/contracts';
import { Zap } from 'lucide-react';
import { useEffect } from 'react';
import { addDays, utcNoon } from '../../platform/time/days';
import type { Day } from '../../platform/time/days';
import { dateFormat, visitorZone } from '../../platform/time/written-dates';
import { dayAt } from '../../platform/time/zoned-time';
import { Button, Card, mobile, Skeleton, space, tokens, VisuallyHidden } from '../../ui';
import { UnreadableLine } from '../../ui/ListState';
import { scenesLeftToday, useBulkQuote } from '../pictures/api';
import { useAnimatedNumber } from '../zaps/ZapBalance';
import { useBalance, useTransactions } from '../zaps/api';
import { formatZaps, zapsInWords } from '../zaps/format';

const Line = styled.p`
  min-height: 20px;
  color: ${tokens.text2};
  font-variant-numeric: tabular-nums;
`;

/** Shows how many images per day the plan includes, and how many are left today. */
function PlanLine() {
  const { data: quote } = useBulkQuote(true);
  return <Line>{quote && `Included images: ${scenesLeftToday(quote.remainingToday)}`}</Line>;
}

export interface DaySpending {
  /** Day in the visitor's time zone. */
  day: Day;
  /** Zaps spent, as a positive number. */
  zaps: number;
}

/** Returns the spending on each of the last days, oldest first; the last entry is the day of `now`. */
export function spendingByDay(transactions: readonly Transaction[], now: Date, days: number): DaySpending[] {
  const zone = visitorZone();
  const today = dayAt(now, zone);
  const spent = new Map(Array.from({ length: days }, (_, index) => [addDays(today, index + 1 - days), 0]));
  for (const { amount, createdAt } of transactions) {
    if (amount >= 0) continue;
    const day = dayAt(createdAt, zone);
    const before = spent.get(day);
    if (before !== undefined) spent.set(day, before - amount);
  }
  return Array.from(spent, ([day, zaps]) => ({ day, zaps }));
}

/** Returns true when a newest-first list, whose oldest entry has this date, covers the last `days` days. */
const coversDays = (oldest: string, now: Date, days: number): boolean =>
  now.getTime() - Date.parse(oldest) >= days * DAY_MS;

const DAY_MS = 24 * 60 * 60 * 1000;

const DAYS = 14;
/** Height of the chart with its caption; the skeleton has the same height. */
const CHART_HEIGHT = '101px';

const Layout = styled(Card)`
  display: grid;
  /* As wide as the line about the plan will be, so that the chart does not move when the line appears. */
  grid-template-columns: minmax(20rem, auto) minmax(0, 1fr);
  align-items: end;
  gap: ${space(10)};
  ${mobile} {
    grid-template-columns: minmax(0, 1fr);
    gap: ${space(5)};
  }
`;
const Caption = styled.h2`
  color: ${tokens.text2};
  font-size: ${tokens.body};
  font-weight: 500;
  letter-spacing: 0;
`;
const Figure = styled.p`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  min-height: 48px;
  font-size: 2.5rem;
  font-weight: 650;
  font-variant-numeric: tabular-nums;
  letter-spacing: -0.03em;
  line-height: 1.2;
  & svg {
    fill: ${tokens.accent};
    color: ${tokens.accentInk};
  }
`;
const Chart = styled.div`
  display: flex;
  align-items: flex-end;
  gap: ${space(1)};
  height: 72px;
  margin-top: ${space(2)};
  border-bottom: 1px solid ${tokens.line};
`;
const Bar = styled.span`
  flex: 1;
  min-height: 2px;
  border-radius: 3px 3px 0 0;
  background: ${tokens.lineStrong};
`;
const dayName = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Shows the balance, and the spending of the last two weeks. */
export function BalanceCard() {
  const { data: balance, isError, refetch } = useBalance();
  const shown = useAnimatedNumber(balance);
  return (
    <Layout aria-label="Balance">
      <div>
        <Caption>Current balance</Caption>
        <Figure data-testid="current-balance">
          <Zap size={32} aria-hidden />
          {isError && balance === undefined ? (
            <Button size="small" onClick={() => void refetch()}>
              Try Loading the Balance Again
            </Button>
          ) : balance === undefined || shown === undefined ? (
            <Skeleton width="120px" height="40px" />
          ) : (
            <>
              <span aria-hidden>{formatZaps(Math.round(shown * 10_000) / 10_000)}</span>
              <VisuallyHidden>{zapsInWords(balance)}</VisuallyHidden>
            </>
          )}
        </Figure>
        <PlanLine />
      </div>
      <Spending />
    </Layout>
  );
}

function Spending() {
  const { data: transactions, isError, hasNextPage, isFetching, fetchNextPage, refetch } = useTransactions();
  const oldest = transactions?.at(-1)?.createdAt;
  const isPartial = hasNextPage && oldest !== undefined && !coversDays(oldest, new Date(), DAYS);
  // Further pages load automatically, but after a failure only on request.
  const goesOn = isPartial && !isFetching && !isError;
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, oldest, fetchNextPage]);
  if (isError && (isPartial || !transactions)) {
    const again = transactions ? fetchNextPage : refetch;
    return <UnreadableLine what="your spending" retry={again} isTrying={isFetching} />;
  }
  if (!transactions) return <Skeleton height={CHART_HEIGHT} radius={tokens.radius} />;
  const days = spendingByDay(transactions, new Date(), DAYS);
  const highest = Math.max(...days.map(({ zaps }) => zaps), 1);
  const total = days.reduce((sum, { zaps }) => sum + zaps, 0);
  return (
    <div>
      <Caption as="p">
        Spent in the last {DAYS} days: {zapsInWords(Math.round(total * 10_000) / 10_000)}
      </Caption>
      <Chart aria-hidden>
        {days.map(({ day, zaps }) => (
          <Bar
            key={day}
            title={`${dayName(utcNoon(day))}: ${zapsInWords(zaps)}`}
            style={{ height: `${(zaps / highest) * 100}%` }}
          />
        ))}
      </Chart>
    </div>
  );
}
