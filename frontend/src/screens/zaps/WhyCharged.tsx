import { useState } from 'react';
import { ChargeDialog } from '../../domains/audit/ChargeDialog';
import { RunDialog } from '../../domains/runs/RunDialog';
import { Button, TextButton } from '../../ui';

interface WhyChargedProps {
  /** Of the charge that a line belongs to; without one the line is only read. */
  holdId: string | null | undefined;
  children: string;
}

/** A line's own words, which open why it was charged. */
export function WhyCharged({ holdId, children }: WhyChargedProps) {
  const [isOpen, setOpen] = useState(false);
  const [runId, setRunId] = useState<string | null>(null);
  if (!holdId) return children;
  return (
    <>
      <TextButton type="button" title="Why was I charged?" onClick={() => setOpen(true)}>
        {children}
      </TextButton>
      <ChargeDialog
        asker="creator"
        holdId={isOpen ? holdId : null}
        onClose={() => setOpen(false)}
        runLink={({ jobId }) =>
          jobId !== '' && (
            <Button size="small" onClick={() => setRunId(jobId)}>
              How This Was Made
            </Button>
          )
        }
      />
      <RunDialog runId={runId} onClose={() => setRunId(null)} />
    </>
  );
}
