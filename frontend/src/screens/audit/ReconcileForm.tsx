import { MAX_RECONCILED_DAYS, MAX_STATEMENT_BYTES } from '@storyreel/contracts';
import { FileUp, Scale } from 'lucide-react';
import { useRef, useState } from 'react';
import { readable } from '../../domains/zaps/format';
import { addDays } from '../../platform/days';
import { todayUtc } from '../../platform/last-days';
import { Button, DatePicker, Field, Row, Select, Stack, tellFailure, TitledCard, VisuallyHidden } from '../../ui';
import { FilterGrid } from './filter-grid';
import { periodOf } from './periods';
import { PROVIDERS, useReconcile } from './reconciliations';
import { useAuditAddress } from './useAuditAddress';

const MEGABYTE = 1024 * 1024;

/** The last month that is over. */
function lastMonth(): { from: string; to: string } {
  const { from = todayUtc(), to = todayUtc() } = periodOf('last-month', todayUtc());
  return { from, to: addDays(to, -1) };
}

/** What is compared: a provider and some days, with the provider itself or with a statement of it. */
export function ReconcileForm() {
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
        ? `Choose ${MAX_RECONCILED_DAYS} days at most.`
        : undefined;
  function upload(file: File | undefined): void {
    if (!file) return;
    if (file.size > MAX_STATEMENT_BYTES) {
      tellFailure('The statement is too large', `It may have ${MAX_STATEMENT_BYTES / MEGABYTE} MB at most.`);
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
