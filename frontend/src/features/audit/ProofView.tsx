import { latestVerificationSchema, MAX_LISTED_VERIFICATIONS } from '@storyreel/contracts';
import type { Finding, SignedHeadsSummary, Verification, VerificationSummary } from '@storyreel/contracts';
import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { apiRequest } from '../../platform/http/api-client';
import { reasonOf } from '../../platform/http/failures';
import {
  Badge,
  Button,
  ButtonAnchor,
  CopyText,
  DataTable,
  Figures,
  ListState,
  Moment,
  Progress,
  Row,
  Skeleton,
  Stack,
  tellFailure,
  TitledCard,
  Unreadable,
  useCommand,
} from '../../ui';
import type { Column } from '../../ui';
import { formatCount } from '../zaps/format';
import { MoreRows } from './MoreRows';
import { AUDIT, auditKeys, useLatestVerification, useSignedHeads, useVerifications } from './api';

const HEAD_COLUMNS: Column<SignedHeadsSummary>[] = [
  { head: 'Day (UTC)', cell: ({ day }) => day },
  { head: 'Signed', cell: ({ signedAt }) => <Moment at={signedAt} />, quiet: true, only: 'wide' },
  { head: 'Wallets', cell: ({ wallets }) => wallets, amount: true },
  { head: 'Up to position', cell: ({ position }) => position, amount: true, only: 'wide' },
  { head: 'Hash', cell: ({ hash, day }) => <CopyText what={`Hash of ${day}`} text={hash} />, only: 'wide' },
  { head: 'Signature', cell: ({ signature, day }) => <CopyText what={`Signature of ${day}`} text={signature} /> },
];

/** Lists the signed heads of all chains, one line per day. */
function SignedHeadsCard() {
  const list = useSignedHeads();
  return (
    <TitledCard title="Signed heads">
      <ListState
        what="the signed heads"
        isPending={list.isPending}
        isError={list.isLoadingError}
        isEmpty={list.data?.length === 0}
        empty={{ title: 'Nothing is signed yet', line: 'The heads of all wallets are signed once a day (UTC).' }}
        retry={list.refetch}
      >
        <Stack gap={3}>
          <DataTable label="Signed heads" columns={HEAD_COLUMNS} rows={list.data ?? []} keyOf={({ day }) => day} />
          <MoreRows shown={list.data?.length ?? 0} one="day" many="days" list={list} />
        </Stack>
      </ListState>
    </TitledCard>
  );
}

const VERIFICATION_STATES = {
  running: { word: 'Running', tone: 'neutral' },
  sound: { word: 'No problems found', tone: 'positive' },
  unsound: { word: 'Problems found', tone: 'danger' },
  failed: { word: 'Failed', tone: 'warning' },
} as const satisfies Record<Verification['state'], { word: string; tone: string }>;

/** Names the person who started a verification, or the daily verification. */
const starterOf = ({ startedBy }: Pick<VerificationSummary, 'startedBy'>): string =>
  startedBy.email ?? (startedBy.id === 'daily-verification' ? 'the daily verification' : startedBy.id);

const WHAT: Record<Finding['what'], string> = {
  entry: 'Entry',
  head: 'Signed head',
  signature: 'Signature',
  row: 'Displayed row',
  log: 'Log',
  delivery: 'Delivered file',
};

/** Describes where a finding is, from the wallet or stream down to the row. */
const placeOf = ({ stream, revision, day, row }: Finding): string =>
  [stream, revision !== null && `Revision ${revision}`, day !== null && `Signed on ${day}`, row]
    .filter((part) => typeof part === 'string')
    .join(', ');

function Wallet({ finding: { ownerId, email } }: { finding: Finding }) {
  if (ownerId === null) return '–';
  return (
    <Link to="/audit" search={{ user: ownerId }}>
      {email ?? ownerId}
    </Link>
  );
}

const FINDING_COLUMNS: Column<Finding>[] = [
  {
    head: 'What',
    cell: (finding) => (
      <>
        {WHAT[finding.what]}
        <small>{finding.reason}</small>
        <small>{placeOf(finding)}</small>
        {finding.expected !== null && <small className="narrow">Expected {finding.expected}</small>}
        {finding.found !== null && <small className="narrow">Found {finding.found}</small>}
      </>
    ),
  },
  { head: 'Wallet', cell: (finding) => <Wallet finding={finding} /> },
  { head: 'Expected', cell: ({ expected }) => <Value text={expected} what="Expected value" />, only: 'wide' },
  { head: 'Found', cell: ({ found }) => <Value text={found} what="Found value" />, only: 'wide' },
];

const Value = ({ text, what }: { text: string | null; what: string }) =>
  text === null ? '–' : <CopyText what={what} text={text} />;

const useStartVerification = () =>
  useCommand({
    run: () => apiRequest('POST', `${AUDIT}/verifications`, undefined, { schema: latestVerificationSchema }),
    onDone: (queryClient, answer) => queryClient.setQueryData(auditKeys.verification, answer),
    failure: (error) => tellFailure("Couldn't start the verification", reasonOf(error)),
  });

/** Recomputes chains, postings, holds, balances and rows from the events alone, and shows the result. */
function VerificationCard() {
  const { data, latest, isError, isPending, refetch } = useLatestVerification();
  const { mutate: start, isPending: isStarting } = useStartVerification();
  const isRunning = latest?.state === 'running';
  return (
    <TitledCard title="Verification">
      <Stack gap={4}>
        <p>
          Recomputes every wallet from the events alone, and compares it with what screens show and with the signed
          heads below. Runs by itself once a day (UTC), before the heads are signed.
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
          <Moment at={found.startedAt} /> by {starterOf(found)}
        </span>
      </Row>
      {found.error && <p role="alert">{found.error}</p>}
      {found.state === 'sound' && (
        <p>
          {found.signed
            ? `Nothing has changed since ${found.signed.from}; signed up to ${found.signed.to}; ${formatCount(found.signed.unsigned)} entries not signed yet.`
            : 'No day was signed yet, so a rewritten history would not be noticed.'}
        </p>
      )}
      {found.state !== 'running' && (
        <div>
          <ButtonAnchor href={`${AUDIT}/verifications/latest/certificate`} download data-variant="secondary">
            <Download size={16} aria-hidden />
            Download Certificate
          </ButtonAnchor>
        </div>
      )}
      <Figures
        label="What was verified"
        figures={[
          { label: 'Events read', value: formatCount(found.eventsRead) },
          { label: 'Wallets', value: formatCount(found.wallets) },
          { label: 'Entries', value: formatCount(found.entries) },
          { label: 'Signed days', value: formatCount(found.signedDays) },
          { label: 'Findings', value: formatCount(found.badCount) },
        ]}
      />
      {found.bad.length > 0 && (
        <>
          <DataTable
            label="Findings"
            columns={FINDING_COLUMNS}
            rows={found.bad}
            keyOf={(finding) => JSON.stringify(finding)}
          />
          {found.badCount > found.bad.length && (
            <p>
              The first {found.bad.length} of {formatCount(found.badCount)} findings.
            </p>
          )}
        </>
      )}
    </Stack>
  );
}

const HISTORY_COLUMNS: Column<VerificationSummary>[] = [
  { head: 'Started', cell: ({ startedAt }) => <Moment at={startedAt} /> },
  {
    head: 'Result',
    cell: ({ state, error }) => (
      <>
        <Badge tone={VERIFICATION_STATES[state].tone}>{VERIFICATION_STATES[state].word}</Badge>
        {error !== null && <small>{error}</small>}
      </>
    ),
  },
  { head: 'By', cell: starterOf, only: 'wide', quiet: true },
  {
    head: 'Ended',
    cell: ({ endedAt }) => (endedAt === null ? '–' : <Moment at={endedAt} />),
    only: 'wide',
    quiet: true,
  },
  { head: 'Events read', cell: ({ eventsRead }) => formatCount(eventsRead), amount: true, only: 'wide' },
  { head: 'Entries', cell: ({ entries }) => formatCount(entries), amount: true, only: 'wide' },
  { head: 'Findings', cell: ({ badCount }) => formatCount(badCount), amount: true },
];

/** Lists earlier verifications; the latest one is shown in a card of its own. */
function VerificationHistory() {
  const { latest } = useLatestVerification();
  const { data, isPending, isLoadingError, refetch } = useVerifications(latest);
  const earlier = data?.filter(({ id }) => id !== latest?.id) ?? [];
  return (
    <TitledCard title="Earlier verifications">
      <ListState
        what="the earlier verifications"
        isPending={isPending}
        isError={isLoadingError}
        isEmpty={earlier.length === 0}
        empty={{ title: 'No earlier verifications', line: 'Each verification is listed here once another one starts.' }}
        retry={refetch}
      >
        <Stack gap={3}>
          <DataTable label="Earlier verifications" columns={HISTORY_COLUMNS} rows={earlier} keyOf={({ id }) => id} />
          {earlier.length === MAX_LISTED_VERIFICATIONS - 1 && <p>The newest {earlier.length}. The log has them all.</p>}
        </Stack>
      </ListState>
    </TitledCard>
  );
}

/** Shows proof that nothing in the ledger was changed: a full recomputation, and the daily signed chain heads. */
export function ProofView() {
  return (
    <Stack gap={5}>
      <VerificationCard />
      <VerificationHistory />
      <SignedHeadsCard />
    </Stack>
  );
}
