import { refundRequestSchema, refundResponseSchema } from '@storyreel/contracts';
import type { Charge } from '@storyreel/contracts';
import { useId, useState } from 'react';
import type { SubmitEvent } from 'react';
import { refreshBelow } from '../../platform/cache/query-client';
import { ApiError } from '../../platform/http/api-client';
import { reasonOf } from '../../platform/http/failures';
import { postOnce } from '../../platform/http/idempotency-keys';
import { Button, Dialog, Field, Input, Row, Stack, Textarea, useCommand } from '../../ui';
import { useFaultFocus } from '../../ui/Field';
import { formatZaps, zapsInWords } from '../zaps/format';
import { AUDIT, auditKeys } from './api';
import { personOf } from './words';

export interface Refund {
  zaps: number;
  reason: string;
}

/** Refunds zaps of a charge; a retry after a lost response does not refund them again. */
const useRefund = ({ holdId, user }: Charge) =>
  useCommand({
    run: ({ zaps, reason }: Refund) => {
      const path = `${AUDIT}/charges/${encodeURIComponent(holdId)}/refunds`;
      const body = { userId: user.id, zaps, reason };
      return postOnce(`refund/${holdId}`, path, body, { schema: refundResponseSchema });
    },
    onDone: (queryClient, { charged, refunded, state }) => {
      // Shows the response's figures at once; the new entry appears when the charge is refetched.
      if (state === 'refunded')
        queryClient.setQueryData<Charge>(
          auditKeys.charge('finance', holdId),
          (charge) => charge && { ...charge, charged: charged - refunded, refunded },
        );
      return refreshBelow(queryClient, AUDIT);
    },
    success: ({ state }, { zaps }) => {
      if (state !== 'refunded')
        return {
          title: 'Waiting for approval',
          description: 'Someone else in finance has to approve it under Refunds.',
        };
      const whose = zaps === 1 ? 'was returned to its owner' : 'were returned to their owner';
      return { title: 'Refunded', description: `${zapsInWords(zaps)} ${whose}.` };
    },
  });

interface RefundDialogProps {
  charge: Charge;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Refunds all or part of a charge for a reason, which is recorded in the ledger. */
export function RefundDialog({ charge, open, onOpenChange }: RefundDialogProps) {
  const formId = useId();
  const [zaps, setZaps] = useState(String(charge.charged));
  const [reason, setReason] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const { form, refuse } = useFaultFocus();
  const { mutate, isPending, error, reset } = useRefund(charge);
  const faults = faultsOf({ zaps, reason, most: charge.charged });

  function close(): void {
    onOpenChange(false);
    setWasSent(false);
    reset();
  }
  function submit(event: SubmitEvent): void {
    event.preventDefault();
    setWasSent(true);
    if (isPending) return;
    if (faults.zaps || faults.reason) return refuse();
    mutate(
      { zaps: Number(zaps), reason: reason.trim() },
      {
        onSuccess: ({ charged, refunded }) => {
          close();
          setReason('');
          setZaps(String(charged - refunded));
        },
      },
    );
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(stays) => (stays ? onOpenChange(true) : close())}
      title="Refund this charge"
      description={`${personOf(charge.user)} was charged ${zapsInWords(charge.charged)} for: ${charge.description}`}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" loading={isPending}>
            {faults.zaps ? 'Refund' : `Refund ${formatZaps(Number(zaps))} ${Number(zaps) === 1 ? 'Zap' : 'Zaps'}`}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} noValidate onSubmit={submit}>
        <Stack gap={4}>
          <Field
            label="Zaps to refund"
            hint={`Maximum ${formatZaps(charge.charged)}`}
            error={wasSent || zaps !== '' ? faults.zaps : undefined}
            aside={
              <Row gap={1}>
                <Button size="small" variant="ghost" onClick={() => setZaps(String(charge.charged))}>
                  All
                </Button>
                <Button size="small" variant="ghost" onClick={() => setZaps(halfOf(charge.charged))}>
                  Half
                </Button>
              </Row>
            }
          >
            {(ids) => (
              <Input
                {...ids}
                type="number"
                inputMode="decimal"
                min={0}
                max={charge.charged}
                step="any"
                value={zaps}
                onChange={(event) => setZaps(event.target.value)}
              />
            )}
          </Field>
          <Field
            label="Reason"
            hint="Recorded in the ledger and shown to the owner."
            error={wasSent ? faults.reason : undefined}
          >
            {(ids) => (
              <Textarea
                {...ids}
                rows={3}
                maxLength={500}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Field>
          {error && <p role="alert">{whyNot(error)}</p>}
        </Stack>
      </form>
    </Dialog>
  );
}

const halfOf = (zaps: number): string => String(Math.round((zaps / 2) * 10_000) / 10_000);

interface Typed {
  zaps: string;
  reason: string;
  most: number;
}
function faultsOf({ zaps, reason, most }: Typed): { zaps?: string; reason?: string } {
  const { zaps: amount, reason: words } = refundRequestSchema.shape;
  const read = amount.safeParse(zaps === '' ? NaN : Number(zaps));
  return {
    zaps: !read.success
      ? 'Enter a number above 0 with at most four decimals.'
      : read.data > most
        ? `Only ${zapsInWords(most)} can still be refunded.`
        : undefined,
    reason: words.safeParse(reason.trim()).success ? undefined : 'Enter a reason of at least 3 characters.',
  };
}

/**
 * Explains why a refund failed. Without a response the outcome is unknown, since the request may have reached the
 * server.
 */
function whyNot(error: unknown): string {
  if (error instanceof ApiError && error.status < 500)
    return `Nothing was refunded. ${reasonOf(error) ?? 'Please try again.'}`;
  return 'No response came, so the zaps may have been refunded. Try the same refund again: it takes effect only once.';
}
