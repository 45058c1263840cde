import { Stack } from '../../ui';
import { ReconcileForm } from './ReconcileForm';
import { ReconciliationList } from './ReconciliationList';
import { ReconciliationReport } from './ReconciliationReport';
import { useAuditAddress } from './useAuditAddress';

/** What providers say they did, beside what the ledger says. */
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
