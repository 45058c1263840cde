import { MAX_RECONCILED_DAYS, MAX_STATEMENT_BYTES } from '@storyreel/contracts';
import type { ReconciliationSummary } from '@storyreel/contracts';
import { FileUp, Scale } from 'lucide-react';
import { useRef, useState } from 'react';
import { addDays, todayUtc } from '../../platform/time/days';
import {
  Badge,
  Button,
  DataTable,
  DatePicker,
  Field,
  ListState,
  Moment,
  Row,
  Select,
  Stack,
  tellFailure,
  TextButton,
  TitledCard,
  VisuallyHidden,
} from '../../ui';
import type { Column } from '../../ui';
import { readable } from '../zaps/format';
import { FilterGrid, periodOf } from './Filters';
import { MoreRows } from './MoreRows';
import { ReconciliationReport } from './ReconciliationReport';
import { useAuditAddress } from './address';
import { PROVIDERS, useReconcile, useReconciliations } from './reconciliations';

const MEGABYTE = 1024 * 1024;

/** Returns the last full month. */
function lastMonth(): { from: string; to: string } {
  const { from = todayUtc(), to = todayUtc() } = periodOf('last-month', todayUtc());
  return { from, to: addDays(to, -1) };
}

/** Lets finance pick a provider and days, and compare them with the provider's API or an uploaded statement. */
function ReconcileForm() {
  const { change } = useAuditAddress();
  const [provider, setProvider] = useState(PROVIDERS[0]);
  const [period, setPeriod] = useState(lastMonth);
  const picker = useRef<HTMLInputElement>(null);
  const { mutate, isPending, variables } = useReconcile((report) => change({ report }));
  const days = (Date.parse(period.to) - Date.parse(period.from)) / 86_400_000 + 1;
  const fault =
    days < 1
      ? 'The last day is before the first one.'
      : days > MAX_RECONCILED_DAYS
        ? `Choose up to ${MAX_RECONCILED_DAYS} days.`
        : undefined;
  function upload(file: File | undefined): void {
    if (!file) return;
    if (file.size > MAX_STATEMENT_BYTES) {
      tellFailure('The statement is too large', `Maximum ${MAX_STATEMENT_BYTES / MEGABYTE} MB.`);
    } else mutate({ provider, ...period, statement: file });
  }
  return (
    <TitledCard title="Compare with a provider">
      <Stack gap={4}>
        <FilterGrid>
          <Field label="Provider">
            {(ids) => (
              <Select
                {...ids}
                value={provider}
                onValueChange={setProvider}
                options={PROVIDERS.map((value) => ({ value, label: readable(value) }))}
              />
            )}
          </Field>
          <Field label="First day (UTC)">
            {(ids) => (
              <DatePicker
                {...ids}
                label="First day"
                value={period.from}
                onValueChange={(from) => setPeriod({ ...period, from })}
              />
            )}
          </Field>
          <Field label="Last day (UTC)" error={fault}>
            {(ids) => (
              <DatePicker
                {...ids}
                label="Last day"
                value={period.to}
                onValueChange={(to) => setPeriod({ ...period, to })}
              />
            )}
          </Field>
        </FilterGrid>
        <Row gap={2}>
          <Button
            variant="primary"
            icon={<Scale size={16} aria-hidden />}
            loading={isPending && variables.statement === null}
            disabled={isPending || fault !== undefined}
            onClick={() => mutate({ provider, ...period, statement: null })}
          >
            Compare with the Provider
          </Button>
          <Button
            icon={<FileUp size={16} aria-hidden />}
            loading={isPending && variables.statement !== null}
            disabled={isPending || fault !== undefined}
            onClick={() => picker.current?.click()}
          >
            Upload a Statement
          </Button>
          <VisuallyHidden>
            <input
              ref={picker}
              type="file"
              tabIndex={-1}
              aria-label="Statement"
              accept=".csv,.jsonl,.ndjson,text/csv,application/x-ndjson"
              onChange={(event) => {
                upload(event.target.files?.[0]);
                event.target.value = '';
              }}
            />
          </VisuallyHidden>
        </Row>
        <p>
          A statement is a CSV file with the columns id, model, created and usd, or the same as JSON Lines. The
          provider’s own list of predictions has no costs.
        </p>
      </Stack>
    </TitledCard>
  );
}

export const differencesIn = ({ unknownToUs, unknownToThem, otherCost }: ReconciliationSummary): number =>
  unknownToUs + unknownToThem + otherCost;

/** Lists earlier comparisons, newest first. */
function ReconciliationList() {
  const { change } = useAuditAddress();
  const list = useReconciliations();
  const columns: Column<ReconciliationSummary>[] = [
    {
      head: 'Days (UTC)',
      cell: ({ id, from, to }) => (
        <TextButton type="button" onClick={() => change({ report: id })}>
          {from} to {to}
        </TextButton>
      ),
    },
    { head: 'Provider', cell: ({ provider }) => readable(provider), only: 'wide' },
    {
      head: 'Source',
      cell: ({ source }) => (source === 'statement' ? 'Statement' : 'Provider’s list'),
      only: 'wide',
      quiet: true,
    },
    { head: 'Compared', cell: ({ at }) => <Moment at={at} />, only: 'wide', quiet: true },
    {
      head: 'Result',
      cell: (report) => {
        const differences = differencesIn(report);
        return differences === 0 ? (
          <Badge tone="positive">Agrees</Badge>
        ) : (
          <Badge tone="warning">{differences === 1 ? '1 difference' : `${differences} differences`}</Badge>
        );
      },
    },
  ];
  return (
    <TitledCard title="Earlier comparisons">
      <ListState
        what="the list"
        isPending={list.isPending}
        isError={list.isLoadingError}
        isEmpty={list.data?.length === 0}
        empty={{ title: 'No comparisons yet', line: 'Each comparison is kept here with its findings.' }}
        retry={list.refetch}
      >
        <Stack gap={3}>
          <DataTable label="Earlier comparisons" columns={columns} rows={list.data ?? []} keyOf={({ id }) => id} />
          <MoreRows shown={list.data?.length ?? 0} one="comparison" many="comparisons" list={list} />
        </Stack>
      </ListState>
    </TitledCard>
  );
}

/** Compares the providers' records with the ledger. */
export function ReconciliationView() {
  const { search } = useAuditAddress();
  return (
    <Stack gap={5}>
      <ReconcileForm />
      {search.report && <ReconciliationReport key={search.report} id={search.report} />}
      <ReconciliationList />
    </Stack>
  );
}
