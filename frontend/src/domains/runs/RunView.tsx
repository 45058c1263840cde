import type { RunDetail } from '@storyreel/contracts';
import { useState, type ReactNode } from 'react';
import { Badge, Row, Skeleton, Stack, Tabs, TabsContent, TabsList, TabsTrigger, Unreadable } from '../../ui';
import { zapsInWords } from '../zaps/format';
import { Quiet } from './parts';
import { useRun } from './queries';
import { RunCalls } from './RunCalls';
import { RunEvents } from './RunEvents';
import { RunLog } from './RunLog';
import { RunOverview } from './RunOverview';
import { RunReplay } from './RunReplay';
import { lasted, STATE_TONES, STATE_WORDS } from './words';

interface RunViewProps {
  id: string;
  /** What can be done with it. */
  actions?: (run: RunDetail) => ReactNode;
}

/** Everything about one run: for developers on their screen, and for creators in a dialog. */
export function RunView({ id, actions }: RunViewProps) {
  const { data: run, isError, refetch, dataUpdatedAt } = useRun(id);
  const [tab, setTab] = useState('overview');
  if (isError && !run) return <Unreadable level={3} what="the run" retry={refetch} />;
  if (!run) return <Skeleton height="480px" />;
  return (
    <Stack gap={4}>
      <Row gap={3}>
        <Badge tone={STATE_TONES[run.state]}>{STATE_WORDS[run.state]}</Badge>
        <Quiet>
          {lasted(run)} · {zapsInWords(run.zaps)}
          {run.user.email !== null && ` · ${run.user.email}`}
        </Quiet>
        {run.trial && <Badge>{run.kept ? 'Kept' : 'Trial'}</Badge>}
      </Row>
      {run.error !== null && <p role="status">{run.error}</p>}
      {actions && <Row gap={2}>{actions(run)}</Row>}
      <Tabs value={tab} onValueChange={setTab}>
        <TabsList aria-label="Parts of the run">
          <TabsTrigger value="overview">Overview</TabsTrigger>
          <TabsTrigger value="events">Events</TabsTrigger>
          <TabsTrigger value="calls">Provider Calls</TabsTrigger>
          {run.log && <TabsTrigger value="log">Log</TabsTrigger>}
          <TabsTrigger value="replay">Replay</TabsTrigger>
        </TabsList>
        <TabsContent value="overview">
          <RunOverview run={run} now={dataUpdatedAt} />
        </TabsContent>
        <TabsContent value="events">
          <RunEvents events={run.events} />
        </TabsContent>
        <TabsContent value="calls">
          <RunCalls recording={run.recording} />
        </TabsContent>
        {run.log && (
          <TabsContent value="log">
            <RunLog log={run.log} />
          </TabsContent>
        )}
        <TabsContent value="replay">
          <RunReplay run={run} />
        </TabsContent>
      </Tabs>
    </Stack>
  );
}
