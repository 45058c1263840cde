import styled from '@emotion/styled';
import { BUDGET_NOTICE_SHARE, MAX_BUDGET_ZAPS } from '@storyreel/contracts';
import type { Budget, SetBudgetRequest } from '@storyreel/contracts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { getQueryFn } from '../../platform/cache/query-client';
import { ApiError, apiRequest } from '../../platform/http/api-client';
import { lazySchema } from '../../platform/lazy/lazy-schema';
import { Button, Dialog, Field, Input, Progress, Skeleton, space, tellFailure, tokens, useCommand } from '../../ui';
import { useFaultFocus } from '../../ui/Field';
import { zapKeys } from './api';
import { formatZaps } from './format';

const answer = lazySchema('budgetsSchema');
const readBudgets = getQueryFn(answer);

const NOTHING: Budget = { monthlyZaps: null, spentZaps: 0 };

/** Reads a project's budget; null for the budget of all projects. */
function useBudget(projectId: string | null) {
  return useQuery({
    queryKey: zapKeys.budgets,
    queryFn: readBudgets,
    select: ({ person, projects }): Budget =>
      projectId === null ? person : (projects.find((one) => one.projectId === projectId) ?? NOTHING),
  });
}

const useSetBudget = (projectId: string | null) =>
  useCommand({
    run: (request: SetBudgetRequest) => {
      const address = projectId === null ? '/api/credits/budget' : `/api/projects/${projectId}/budget`;
      return apiRequest('PUT', address, request, { schema: answer });
    },
    onDone: (queryClient, budgets) => queryClient.setQueryData(zapKeys.budgets, budgets),
    success: (_budgets, { monthlyZaps }) => ({ title: monthlyZaps === null ? 'Budget removed' : 'Budget saved' }),
    failure: (error) =>
      tellFailure(
        "Couldn't save the budget",
        (error instanceof ApiError && error.serverMessage) || 'Please try again.',
      ),
  });

const FORM = 'budget-form';
const FAULT = `Enter a whole number from 0 to ${MAX_BUDGET_ZAPS.toLocaleString()}.`;

function BudgetDialog({
  projectId,
  budget,
  onClose,
}: {
  projectId: string | null;
  budget: Budget;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState(budget.monthlyZaps === null ? '' : String(budget.monthlyZaps));
  const [wasRefused, setRefused] = useState(false);
  const { form, refuse } = useFaultFocus();
  const { mutate, isPending } = useSetBudget(projectId);
  const zaps = Number(typed);
  const fits = typed.trim() !== '' && Number.isInteger(zaps) && zaps >= 0 && zaps <= MAX_BUDGET_ZAPS;
  const save = (monthlyZaps: number | null): void => mutate({ monthlyZaps }, { onSuccess: onClose });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isPending) return;
    if (fits) return save(zaps);
    setRefused(true);
    refuse();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={projectId === null ? 'Monthly Budget' : 'Monthly Budget of This Project'}
      description="Paid actions that would exceed it are refused before anything is charged. It resets every month (UTC)."
      footer={
        <>
          {budget.monthlyZaps !== null && (
            <Button disabled={isPending} onClick={() => save(null)}>
              Remove Limit
            </Button>
          )}
          <Button variant="primary" type="submit" form={FORM} loading={isPending}>
            Save
          </Button>
        </>
      }
    >
      <form ref={form} id={FORM} noValidate onSubmit={submit}>
        <Field label="Zaps per month" error={wasRefused && !fits ? FAULT : undefined}>
          {(ids) => (
            <Input
              {...ids}
              type="number"
              inputMode="numeric"
              min={0}
              max={MAX_BUDGET_ZAPS}
              step={1}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

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
  /** True when a refusal by the budget has led the user here, so that the card takes the focus. */
  isAskedFor?: boolean;
}

/** A monthly budget, of all projects or of one: the amount, the spending, and a form to change it. */
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

/** Returns true when the address points at the budget, as it does after a refusal by the budget. */
export const useBudgetAsked = (): boolean => useLocation({ select: ({ hash }) => hash === 'budget' });
