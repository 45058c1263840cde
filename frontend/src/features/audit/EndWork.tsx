import type { EndWorkResponse } from '@storyreel/contracts';
import { useState } from 'react';
import { refreshBelow } from '../../platform/cache/query-client';
import { apiRequest } from '../../platform/http/api-client';
import { reasonOf } from '../../platform/http/failures';
import { lazySchema } from '../../platform/lazy/lazy-schema';
import { Button, ConfirmDialog, Field, Input, Stack, tellFailure, useCommand } from '../../ui';
import { AUDIT } from './api';

const ENDED: Record<EndWorkResponse['outcome'], { title: string; description?: string }> = {
  released: { title: 'Work ended', description: 'The zaps were given back.' },
  settled: { title: 'The work already had a result', description: 'The zaps were charged for it.' },
  over: { title: 'The work had already ended' },
};
/** Minimum length of the reason, which the server requires. */
const SHORTEST_REASON = 3;

interface EndWorkButtonProps {
  /** Address of the ended work or hold, such as '/api/audit/holds/ID'. */
  of: string;
  label: string;
  title: string;
}

/** Ends running work for a reason, which the work's creator can read as well. */
export function EndWorkButton({ of, label, title }: EndWorkButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const end = useCommand({
    run: () =>
      apiRequest('POST', `${of}/end`, { reason: reason.trim() }, { schema: lazySchema('endWorkResponseSchema') }),
    onDone: () => setOpen(false),
    success: ({ outcome }) => ENDED[outcome],
    failure: (error) => tellFailure("Couldn't end the work", reasonOf(error)),
    refresh: (queryClient) => Promise.all([AUDIT, '/api/runs'].map((path) => refreshBelow(queryClient, path))),
  });
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={title}
        body={
          <Stack gap={3}>
            <p>The work stops and its zaps go back to their owner. Finished results are kept and charged.</p>
            <Field label="Reason" hint="The creator will see it.">
              {(ids) => (
                <Input {...ids} value={reason} maxLength={300} onChange={(event) => setReason(event.target.value)} />
              )}
            </Field>
          </Stack>
        }
        confirmLabel={label.replace('…', '')}
        destructive
        pending={end.isPending}
        disabled={reason.trim().length < SHORTEST_REASON}
        onConfirm={() => end.mutate()}
      />
    </>
  );
}
