import type { Finding, Verification } from '@storyreel/contracts';
import { latestVerificationSchema } from '@storyreel/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AUDIT, auditKeys } from '../../domains/audit/keys';
import { useLatestVerification } from '../../domains/audit/queries';
import { apiRequest } from '../../platform/api-client';
import { reasonOf } from '../../platform/reasons';
import {
  Badge,
  Button,
  type Column,
  DataTable,
  Figures,
  Moment,
  Progress,
  Row,
  Skeleton,
  Stack,
  tellFailure,
  TitledCard,
  Unreadable,
} from '../../ui';
import { VERIFICATION_STATES } from './verification-states';

const WHAT: Record<Finding['what'], string> = {
  entry: 'Entry',
  head: 'Signed head',
  signature: 'Signature',
  row: 'Displayed row',
};
const whole = new Intl.NumberFormat();

const FINDING_COLUMNS: Column<Finding>[] = [
  {
    head: 'What',
    cell: ({ what, reason, ownerId }) => (
      <>
        {WHAT[what]}
        <small>{reason}</small>
        {ownerId && <small className="narrow">Wallet {ownerId}</small>}
      </>
    ),
  },
  { head: 'Wallet', cell: ({ ownerId }) => ownerId ?? '–', only: 'wide' },
  { head: 'First bad revision', cell: ({ revision }) => revision ?? '–', amount: true },
  { head: 'Day', cell: ({ day }) => day ?? '–', only: 'wide' },
  { head: 'Row', cell: ({ row }) => row ?? '–', only: 'wide' },
];

function useStartVerification() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => apiRequest('POST', `${AUDIT}/verifications`, undefined, { schema: latestVerificationSchema }),
    onSuccess: (answer) => queryClient.setQueryData(auditKeys.verification, answer),
    onError: (error) => tellFailure("Couldn't start the verification", reasonOf(error)),
  });
}

/** Recomputes chains, postings, holds, balances and rows from events alone, and tells what came of it. */
export function VerificationCard() {
  const { data, latest, isError, isPending, refetch } = useLatestVerification();
  const { mutate: start, isPending: isStarting } = useStartVerification();
  const isRunning = latest?.state === 'running';
  return (
    <TitledCard title="Verification">
      <Stack gap={4}>
        <p>
          Recomputes every wallet from the events alone, and compares it with what screens show and with the signed
          heads below.
        </p>
        {isError && !data ? (
          <Unreadable level={3} what="the last verification" retry={refetch} />
        ) : isPending ? (
          <Stack gap={2} aria-busy="true">
            <Skeleton height="112px" />
          </Stack>
        ) : (
          <>
            <div>
              <Button variant="primary" loading={isStarting || isRunning} onClick={() => start()}>
                {isRunning ? 'Verifying…' : 'Verify the Ledger'}
              </Button>
            </div>
            {latest ? <Outcome verification={latest} /> : <p>The ledger has not been verified here yet.</p>}
          </>
        )}
      </Stack>
    </TitledCard>
  );
}

function Outcome({ verification: found }: { verification: Verification }) {
  const { word, tone } = VERIFICATION_STATES[found.state];
  return (
    <Stack gap={4}>
      {found.state === 'running' && <Progress value={found.progress} label="Verification" />}
      <Row gap={2} role="status">
        <Badge tone={tone}>{word}</Badge>
        <span>
          {found.state === 'running' ? `${Math.round(found.progress * 100)}% of the log read, started ` : 'Started '}
          <Moment at={found.startedAt} /> by {found.startedBy.email ?? found.startedBy.id}
        </span>
      </Row>
      {found.error && <p role="alert">{found.error}</p>}
      <Figures
        label="What was verified"
        figures={[
          { label: 'Events read', value: whole.format(found.eventsRead) },
          { label: 'Wallets', value: whole.format(found.wallets) },
          { label: 'Entries', value: whole.format(found.entries) },
          { label: 'Signed days', value: whole.format(found.signedDays) },
          { label: 'Findings', value: whole.format(found.badCount) },
        ]}
      />
      {found.bad.length > 0 && (
        <>
          <DataTable
            label="Findings"
            columns={FINDING_COLUMNS}
            rows={found.bad}
            keyOf={({ what, ownerId, revision, day, row }) => [what, ownerId, revision, day, row].join('/')}
          />
          {found.badCount > found.bad.length && (
            <p>
              The first {found.bad.length} of {whole.format(found.badCount)} findings.
            </p>
          )}
        </>
      )}
    </Stack>
  );
}
