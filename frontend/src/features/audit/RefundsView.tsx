import { declineRefundRequestSchema, refundResponseSchema, type RefundToApprove } from '@storyreel/contracts';
import { type SubmitEvent, useId, useState } from 'react';
import { refreshBelow } from '../../platform/cache/query-client';
import { apiRequest } from '../../platform/http/api-client';
import { reasonOf } from '../../platform/http/failures';
import {
  Badge,
  Button,
  type Column,
  DataTable,
  Dialog,
  Field,
  ListState,
  Moment,
  Row,
  Stack,
  Textarea,
  useCommand,
} from '../../ui';
import { useUser } from '../account/api';
import { formatZaps, zapsInWords } from '../zaps/format';
import { ChargeLink } from './ChargeDialog';
import { AUDIT, useRefundsToApprove } from './api';
import { MoreRows } from './MoreRows';
import { personOf } from './words';

const STATES = {
  waiting: { word: 'Waiting', tone: 'warning' },
  approved: { word: 'Approved', tone: 'positive' },
  declined: { word: 'Declined', tone: 'neutral' },
} as const;

type Decision = { decision: 'approve'; body?: undefined } | { decision: 'decline'; body: { reason: string } };

const useDecision = ({ id }: RefundToApprove) =>
  useCommand({
    run: ({ decision, body }: Decision) =>
      apiRequest('POST', `${AUDIT}/refunds/${id}/${decision}`, body, { schema: refundResponseSchema }),
    refresh: (queryClient) => refreshBelow(queryClient, AUDIT),
  });

/**
 * Offers the decision about a refund. People who requested it or whose charge it is cannot decide, and only see that it
 * is waiting.
 */
function Decide({ refund }: { refund: RefundToApprove }) {
  const { data: user } = useUser();
  const [isOpen, setOpen] = useState(false);
  const { mutate, isPending, error } = useDecision(refund);
  if (refund.state !== 'waiting') {
    return refund.decidedBy && <small>By {personOf(refund.decidedBy)}</small>;
  }
  if (user?.id === refund.askedBy.id || user?.id === refund.user.id) {
    return <small>Someone else in finance has to decide.</small>;
  }
  return (
    <>
      <Row gap={2}>
        <Button size="small" variant="primary" loading={isPending} onClick={() => mutate({ decision: 'approve' })}>
          Approve
        </Button>
        <Button size="small" onClick={() => setOpen(true)}>
          Decline…
        </Button>
      </Row>
      {error && <small role="alert">{reasonOf(error) ?? 'No response came. Please try again.'}</small>}
      <DeclineDialog refund={refund} open={isOpen} onOpenChange={setOpen} />
    </>
  );
}

interface DeclineDialogProps {
  refund: RefundToApprove;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

function DeclineDialog({ refund, open, onOpenChange }: DeclineDialogProps) {
  const formId = useId();
  const [reason, setReason] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const { mutate, isPending, error } = useDecision(refund);
  const isValid = declineRefundRequestSchema.safeParse({ reason: reason.trim() }).success;
  function submit(event: SubmitEvent): void {
    event.preventDefault();
    setWasSent(true);
    if (!isValid || isPending) return;
    mutate({ decision: 'decline', body: { reason: reason.trim() } }, { onSuccess: () => onOpenChange(false) });
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Decline this refund"
      description={`${zapsInWords(refund.zaps)} for ${personOf(refund.user)}: ${refund.reason}`}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" loading={isPending}>
            Decline
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Field
          label="Reason"
          hint="Shown to the person who requested the refund."
          error={wasSent && !isValid ? 'Enter a reason of at least 3 characters.' : undefined}
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
        {error && <p role="alert">{reasonOf(error) ?? 'No response came. Please try again.'}</p>}
      </form>
    </Dialog>
  );
}

const COLUMNS: Column<RefundToApprove>[] = [
  {
    head: 'Refund',
    cell: ({ holdId, state, reason, user, declinedBecause }) => (
      <>
        <Badge tone={STATES[state].tone}>{STATES[state].word}</Badge> <ChargeLink holdId={holdId}>{reason}</ChargeLink>
        {declinedBecause && <small>Declined: {declinedBecause}</small>}
        <small className="narrow">{personOf(user)}</small>
      </>
    ),
  },
  { head: 'Person', cell: ({ user }) => personOf(user), only: 'wide' },
  { head: 'Requested by', cell: ({ askedBy }) => personOf(askedBy), only: 'wide' },
  { head: 'Requested', cell: ({ askedAt }) => <Moment at={askedAt} />, only: 'wide', quiet: true },
  { head: 'Zaps', cell: ({ zaps }) => formatZaps(zaps), amount: true },
  { head: 'Decision', cell: (refund) => <Decide refund={refund} /> },
];

/** Lists refunds that are too large for one person to approve, newest first. */
export function RefundsView() {
  const list = useRefundsToApprove();
  return (
    <ListState
      level={2}
      what="the refunds"
      isPending={list.isPending}
      isError={list.isLoadingError}
      isEmpty={list.data?.length === 0}
      empty={{
        title: 'No refunds to approve',
        line: 'Refunds that are too large for one person in finance to approve alone are listed here.',
      }}
      retry={list.refetch}
    >
      <Stack gap={3}>
        <DataTable label="Refunds" columns={COLUMNS} rows={list.data ?? []} keyOf={({ id }) => id} />
        <MoreRows shown={list.data?.length ?? 0} one="refund" many="refunds" list={list} />
      </Stack>
    </ListState>
  );
}
