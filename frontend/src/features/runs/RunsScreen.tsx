import { findModel } from '@storyreel/contracts';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type RunFilters as Filters, useRefreshRuns, useRun, useRunCounts } from './api';
import { RunView } from './RunView';
import { runTitle } from './words';
import { RefreshButton, Stack, Tabs, TabsContent, TabsList, TabsTrigger, VisuallyHidden } from '../../ui';
import { Screen } from '../../ui/Screen';
import { InChosenZone, ZoneSwitch } from '../audit/ZoneSwitch';
import { RunActions } from './RunActions';
import { RunCompare } from './RunCompare';
import { RunFilters } from './RunFilters';
import { LateRuns, RunList } from './RunList';
import { ErrorGroups } from './ErrorGroups';
import { StuckTab } from './StuckTab';
import { TailTab } from './TailTab';
import { ViewsTab } from './ViewsTab';
import { partIn } from './search';

/**
 * The runs screen for developers: a filtered list, groups of errors, a single run, two runs side by side, and stuck
 * work.
 */
export function RunsScreen() {
  return (
    <InChosenZone>
      <ShownRuns />
    </InChosenZone>
  );
}

function ShownRuns() {
  const { view, run, with: other, try: candidate, ...filters } = useSearch({ from: '/runs' });
  const navigate = useNavigate();
  const refresh = useRefreshRuns();
  if (run !== undefined && other !== undefined) return <RunCompare left={run} right={other} />;
  if (run !== undefined) return <OneRun key={run} id={run} />;
  return (
    <Screen
      title="Runs"
      actions={
        <>
          <ZoneSwitch />
          <RefreshButton onClick={() => void refresh()} />
        </>
      }
    >
      <Tabs
        value={partIn(view) ?? 'runs'}
        onValueChange={(chosen) => void navigate({ to: '/runs', search: { view: partIn(chosen) } })}
      >
        <TabsList aria-label="Runs">
          <TabsTrigger value="runs">Runs</TabsTrigger>
          <TabsTrigger value="errors">Errors</TabsTrigger>
          <TabsTrigger value="stuck">Stuck</TabsTrigger>
          <TabsTrigger value="views">Views</TabsTrigger>
          <TabsTrigger value="tail">Tail</TabsTrigger>
        </TabsList>
        <TabsContent value="runs">
          {candidate !== undefined && (
            <p>Open a run of this model to make a sample of it on {findModel(candidate)?.name ?? candidate}.</p>
          )}
          <AllRuns filters={filters} />
        </TabsContent>
        <TabsContent value="errors">
          <ErrorGroups filters={filters} />
        </TabsContent>
        <TabsContent value="stuck">
          <Stack gap={6}>
            <LateRuns />
            <StuckTab />
          </Stack>
        </TabsContent>
        <TabsContent value="views">
          <ViewsTab />
        </TabsContent>
        <TabsContent value="tail">
          <TailTab />
        </TabsContent>
      </Tabs>
    </Screen>
  );
}

function AllRuns({ filters }: { filters: Filters }) {
  const navigate = useNavigate();
  const { data: counts } = useRunCounts(filters);
  return (
    <Stack gap={6}>
      <RunFilters filters={filters} counts={counts} onChange={(search) => void navigate({ to: '/runs', search })} />
      <RunList filters={filters} />
    </Stack>
  );
}

function OneRun({ id }: { id: string }) {
  const { data: run } = useRun(id);
  const { try: candidate } = useSearch({ from: '/runs' });
  return (
    <Screen
      title={run ? runTitle(run) : 'Run'}
      subtitle={
        <Link to="/runs" search={(search) => ({ ...search, run: undefined, with: undefined })}>
          All runs
        </Link>
      }
    >
      <VisuallyHidden>
        <h2>Run</h2>
      </VisuallyHidden>
      <RunView id={id} actions={(shown) => <RunActions run={shown} candidate={candidate} />} />
    </Screen>
  );
}
