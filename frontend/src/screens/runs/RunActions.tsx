import { useNavigate } from '@tanstack/react-router';
import type { RunDetail } from '@storyreel/contracts';
import { useState } from 'react';
import { KeepButton } from '../../domains/runs/KeepButton';
import { RunAgainDialog } from '../../domains/runs/RunAgainDialog';
import { Button } from '../../ui';

/** What a developer does with a run: run it again, compare it, keep what it made. */
export function RunActions({ run }: { run: RunDetail }) {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  const other = run.parentRunId ?? run.children.at(-1)?.id;
  const show = (id: string, beside?: string) =>
    void navigate({ to: '/runs', search: (search) => ({ ...search, run: id, with: beside }) });
  return (
    <>
      {run.canRunAgain && <Button onClick={() => setOpen(true)}>Run Again…</Button>}
      {open && <RunAgainDialog run={run} onClose={() => setOpen(false)} onStarted={(id) => show(id)} />}
      {other !== undefined && (
        <Button onClick={() => (run.parentRunId === null ? show(run.id, other) : show(other, run.id))}>
          {run.parentRunId === null ? 'Compare with the Newest Again' : 'Compare with the First'}
        </Button>
      )}
      <KeepButton run={run} />
    </>
  );
}
