import styled from '@emotion/styled';
import { BUDGET_NOTICE_SHARE, type Budget } from '@storyreel/contracts';
import { useEffect, useRef, useState } from 'react';
import { Button, Progress, Skeleton, space, tokens } from '../../ui';
import { BudgetDialog } from './BudgetDialog';
import { useBudget } from './budgets';
import { formatZaps } from './format';

const Layout = styled.section`
  display: grid;
  gap: ${space(2)};
  padding: ${space(4)} ${space(5)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  background: ${tokens.surface1};
`;
const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)};
  min-height: 32px;
  & h2 {
    font-size: ${tokens.body};
    font-weight: 600;
    letter-spacing: 0;
  }
`;
const Words = styled.p`
  color: ${tokens.text2};
  font-variant-numeric: tabular-nums;
`;
const Note = styled.p`
  color: ${tokens.warning};
`;

interface BudgetCardProps {
  projectId?: string | null;
  /** Whoever is here came for it, from what it has refused: it takes the focus. */
  isAskedFor?: boolean;
}

/** What may be spent in a month, of all or of one project, how much of it is, and the way to change it. */
export function BudgetCard({ projectId = null, isAskedFor = false }: BudgetCardProps) {
  const [open, setOpen] = useState(false);
  const { data: budget, isError, refetch } = useBudget(projectId);
  const title = projectId === null ? 'Monthly budget' : 'Monthly budget of this project';
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isAskedFor) card.current?.focus();
  }, [isAskedFor]);
  return (
    <Layout ref={card} tabIndex={-1} aria-label={title}>
      <Line>
        <h2>{title}</h2>
        {isError && !budget ? (
          <Button size="small" onClick={() => void refetch()}>
            Try Again
          </Button>
        ) : (
          <Button size="small" disabled={!budget} onClick={() => setOpen(true)}>
            {budget && budget.monthlyZaps !== null ? 'Change' : 'Set Budget'}
          </Button>
        )}
      </Line>
      {budget ? (
        <Spent budget={budget} />
      ) : isError ? (
        <Words>Couldn&apos;t load the budget.</Words>
      ) : (
        <Skeleton height="20px" />
      )}
      {budget && open && <BudgetDialog projectId={projectId} budget={budget} onClose={() => setOpen(false)} />}
    </Layout>
  );
}

function Spent({ budget: { monthlyZaps, spentZaps } }: { budget: Budget }) {
  const spent = formatZaps(spentZaps);
  if (monthlyZaps === null) return <Words>No limit. {spent} zaps spent or reserved.</Words>;
  const share = monthlyZaps === 0 ? 1 : spentZaps / monthlyZaps;
  return (
    <>
      <Words>
        {spent} of {formatZaps(monthlyZaps)} zaps spent or reserved this month
      </Words>
      <Progress value={share} label="Share of the monthly budget that is spent" />
      {share >= 1 ? (
        <Note>The budget is spent. Paid actions are refused until the month ends or you raise it.</Note>
      ) : (
        share >= BUDGET_NOTICE_SHARE && <Note>Most of the budget is spent.</Note>
      )}
    </>
  );
}
