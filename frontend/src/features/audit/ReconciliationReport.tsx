import styled from '@emotion/styled';
import { type Difference, DIFFERENCE_KINDS, type Reconciliation } from '@storyreel/contracts';
import { formatUsd, readable } from '../zaps/format';
import { hasStatus } from '../../platform/http/api-client';
import {
  Button,
  type Column,
  CopyText,
  DataTable,
  EmptyState,
  Figures,
  Skeleton,
  space,
  Stack,
  TitledCard,
  tokens,
  Unreadable,
} from '../../ui';
import { useReconciliation } from './reconciliations';
import { useAuditAddress } from './address';
import { RUN_WORDS } from './words';

const Heading = styled.h3`
  margin-bottom: ${space(2)};
  font-size: ${tokens.body};
  font-weight: 600;
`;
const KINDS: Record<Difference['kind'], { title: string; none: string; count: (report: Reconciliation) => number }> = {
  unknown_to_us: {
    title: 'Unknown to us',
    none: 'We know every prediction on the provider’s list.',
    count: ({ unknownToUs }) => unknownToUs,
  },
  unknown_to_them: {
    title: 'Unknown to the provider',
    none: 'The provider lists all of our predictions.',
    count: ({ unknownToThem }) => unknownToThem,
  },
  other_cost: { title: 'Different cost', none: 'All costs agree.', count: ({ otherCost }) => otherCost },
};
const dollars = (usd: number | null): string => (usd === null ? '–' : formatUsd(usd));

const DIFFERENCES: Column<Difference>[] = [
  { head: 'Day', cell: ({ day }) => day },
  {
    head: 'Prediction',
    cell: ({ predictionId, model }) => (
      <>
        <CopyText what="Prediction ID" text={predictionId} />
        <small>{model}</small>
      </>
    ),
  },
  {
    head: 'Run',
    cell: ({ jobId, run }) => (
      <>
        {jobId && <CopyText what="Run ID" text={jobId} />}
        {run && <small>{[RUN_WORDS[run.state], run.error].filter(Boolean).join(': ')}</small>}
      </>
    ),
    only: 'wide',
  },
  { head: 'Ours', cell: ({ ourUsd }) => dollars(ourUsd), amount: true },
  { head: 'Theirs', cell: ({ theirUsd }) => dollars(theirUsd), amount: true },
];

type DayTotals = Reconciliation['byDay'][number];
const DAYS: Column<DayTotals>[] = [
  { head: 'Day', cell: ({ day }) => day },
  { head: 'Model', cell: ({ model }) => model },
  { head: 'Our runs', cell: ({ ours }) => ours.count, amount: true, only: 'wide' },
  { head: 'Their runs', cell: ({ theirs }) => theirs.count, amount: true, only: 'wide' },
  { head: 'Ours', cell: ({ ours }) => formatUsd(ours.usd), amount: true },
  { head: 'Theirs', cell: ({ theirs }) => formatUsd(theirs.usd), amount: true },
];

/** Shows a comparison's result: three lists, and the totals by day and model. */
export function ReconciliationReport({ id }: { id: string }) {
  const { change } = useAuditAddress();
  const { data: report, error, refetch } = useReconciliation(id);
  const close = (
    <Button size="small" onClick={() => change({ report: undefined })}>
      Close
    </Button>
  );
  return (
    <TitledCard title={report ? `${readable(report.provider)}, ${report.from} to ${report.to}` : 'Comparison'}>
      {report ? (
        <Stack gap={6}>
          <Found report={report} />
          <div>{close}</div>
        </Stack>
      ) : hasStatus(error, 400, 404) ? (
        <EmptyState
          level={3}
          drawing="compass"
          title="Comparison not found"
          line="Choose one from the list below."
          action={close}
        />
      ) : error ? (
        <Unreadable level={3} what="the comparison" retry={refetch} />
      ) : (
        <Stack gap={2} aria-busy="true">
          <Skeleton height="320px" radius={tokens.radiusCard} />
        </Stack>
      )}
    </TitledCard>
  );
}

function Found({ report }: { report: Reconciliation }) {
  const { source, ours, theirs, matched, byDay, namedBadLines, badLines } = report;
  return (
    <>
      <Figures
        label="What was compared"
        figures={[
          { label: 'On our list', value: ours.count, note: formatUsd(ours.usd) },
          { label: 'On their list', value: theirs.count, note: formatUsd(theirs.usd) },
          { label: 'Difference', value: formatUsd(theirs.usd - ours.usd), note: 'their dollars minus ours' },
          { label: 'Agree', value: matched },
          ...DIFFERENCE_KINDS.map((kind) => ({ label: KINDS[kind].title, value: KINDS[kind].count(report) })),
        ]}
      />
      {source === 'provider' && (
        <p>The provider’s list has no costs, so its dollars are what we expected for the predictions we know.</p>
      )}
      {DIFFERENCE_KINDS.map((kind) => (
        <Differences key={kind} kind={kind} report={report} />
      ))}
      <section>
        <Heading>By day and model</Heading>
        {byDay.length > 0 ? (
          <DataTable
            label="By day and model"
            columns={DAYS}
            rows={byDay}
            keyOf={({ day, model }) => `${day}/${model}`}
          />
        ) : (
          <p>Nothing was made in this period.</p>
        )}
      </section>
      {badLines > 0 && (
        <section>
          <Heading>
            Lines we couldn&apos;t read: {badLines}
            {badLines > namedBadLines.length && `, the first ${namedBadLines.length}`}
          </Heading>
          <ul>
            {namedBadLines.map(({ line, reason }) => (
              <li key={line}>
                Line {line}: {reason}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Differences({ kind, report }: { kind: Difference['kind']; report: Reconciliation }) {
  const { title, none, count } = KINDS[kind];
  const rows = report.differences.filter((difference) => difference.kind === kind);
  const all = count(report);
  return (
    <section>
      <Heading>{title}</Heading>
      {rows.length > 0 ? (
        <Stack gap={2}>
          <DataTable label={title} columns={DIFFERENCES} rows={rows} keyOf={({ predictionId }) => predictionId} />
          {all > rows.length && (
            <p>
              The first {rows.length} of {all}.
            </p>
          )}
        </Stack>
      ) : (
        <p>{all > 0 ? `${all}, none of them listed here.` : none}</p>
      )}
    </section>
  );
}
