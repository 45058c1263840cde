import { type Budget, MAX_BUDGET_ZAPS } from '@storyreel/contracts';
import { useState, type FormEvent } from 'react';
import { Button, Dialog, Field, Input } from '../../ui';
import { useFaultFocus } from '../../ui/useFaultFocus';
import { useSetBudget } from './budgets';

const FORM = 'budget-form';
const FAULT = `Enter a whole number from 0 to ${MAX_BUDGET_ZAPS.toLocaleString()}.`;

export function BudgetDialog({
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
