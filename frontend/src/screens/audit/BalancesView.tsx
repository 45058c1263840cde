import { Field, Input, Stack } from '../../ui';
import { instantOfLocal, localOf } from './as-of';
import { FilterGrid } from './filter-grid';
import { TrialBalanceCard } from './TrialBalanceCard';
import { useAuditAddress } from './useAuditAddress';
import { WalletBalances } from './WalletBalances';

/** What all accounts and every wallet held at a moment. */
export function BalancesView() {
  const { search, change } = useAuditAddress();
  const at = instantOfLocal(search.at ?? '');
  return (
    <Stack gap={5}>
      <FilterGrid>
        <Field label="As of" hint="In your time zone. Leave empty for the current time.">
          {(ids) => (
            <Input
              {...ids}
              type="datetime-local"
              value={localOf(at)}
              onChange={(event) => change({ at: instantOfLocal(event.target.value) })}
            />
          )}
        </Field>
      </FilterGrid>
      <TrialBalanceCard at={at} />
      <WalletBalances at={at} />
    </Stack>
  );
}
