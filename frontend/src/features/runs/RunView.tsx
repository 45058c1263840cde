import type { HttpExchange, RecordingState, RunDetail, RunLogLine, RunProgress } from '@storyreel/contracts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import {
  Badge,
  CopyText,
  EmptyState,
  Row,
  Skeleton,
  Stack,
  Tabs,
  TabsContent,
  TabsList,
  TabsTrigger,
  ToggleGroup,
  Unreadable,
} from '../../ui';
import { zapsInWords } from '../zaps/format';
import { RunOverview } from './RunOverview';
import { Fact, Facts, Json, Moment, Quiet, RunTable, Unfold } from './RunParts';
import { RunReplay } from './RunReplay';
import { useRun } from './api';
import { causeWords, curlOf, errorWords } from './wire';
import { duration, runDuration, STATE_TONES, STATE_WORDS } from './words';

const MISSING: Record<Exclude<RecordingState, 'recorded'>, { title: string; line: string }> = {
  not_recorded: { title: 'Not recorded', line: 'No provider calls were recorded for this run.' },
  gone: { title: 'The recording has expired', line: 'Recordings are deleted after a while; the events stay.' },
  damaged: { title: 'The recording is damaged', line: "It doesn't match the hash in the events." },
};

/** Shows the requests to the provider and its responses. */
export function RunCalls({ recording }: Pick<RunDetail, 'recording'>) {
  const { state, calls, omitted } = recording;
  if (state !== 'recorded') return <EmptyState level={3} drawing="compass" {...MISSING[state]} />;
  return (
    <Stack gap={2}>
      {calls.map((call, index) => (
        <Unfold key={index}>
          <summary>
            <strong>{call.operation}</strong>{' '}
            <Quiet>
              {call.provider} · {duration(Date.parse(call.endedAt) - Date.parse(call.startedAt))}
              {call.times > 1 && ` · ${call.times} times`}
              {call.error && ` · failed: ${call.error.message}`}
            </Quiet>
          </summary>
          <Stack gap={3}>
            <Facts>
              <Fact name="Started">
                <Moment at={call.startedAt} />
              </Fact>
              <Fact name="Attempt">{call.attempt}</Fact>
              <Fact name="Model">{call.model ?? '–'}</Fact>
              <Fact name="Template">{call.template ?? '–'}</Fact>
              {call.error?.status !== undefined && <Fact name="HTTP status">{call.error.status}</Fact>}
            </Facts>
            <h3>Request</h3>
            <Json label="Request" value={call.sent ?? call.request} />
            <h3>Response</h3>
            <Json label="Response" value={call.error ?? call.answer} />
            {call.exchanges && <Exchanges exchanges={call.exchanges} sent={call.sent} />}
          </Stack>
        </Unfold>
      ))}
      {omitted > 0 && <Quiet>{omitted} further calls were not kept.</Quiet>}
    </Stack>
  );
}

interface ExchangesProps {
  exchanges: readonly HttpExchange[];
  sent: unknown;
}

/** Shows the HTTP requests of a call, each with its response as received. */
function Exchanges({ exchanges, sent }: ExchangesProps) {
  return (
    <>
      <h3>On the wire</h3>
      {exchanges.map((exchange, index) => (
        <Stack key={index} gap={2}>
          <Facts>
            <Fact name="Address">
              {exchange.method} {exchange.url}
            </Fact>
            <Fact name="Answered">
              {exchange.status ?? causeWords(exchange.error)} <Quiet>after {duration(exchange.ms)}</Quiet>
            </Fact>
            {exchange.requestId !== null && <Fact name="Request ID">{exchange.requestId}</Fact>}
          </Facts>
          {exchange.body !== null && <Json label="Raw answer" value={exchange.body} />}
          <CopyText what="curl command" text={curlOf(exchange, sent)} />
        </Stack>
      ))}
    </>
  );
}

const anchor = (id: string): string => `event-${id}`;

/** Shows the run's events in the order in which they were appended, each with its cause. */
export function RunEvents({ events }: Pick<RunDetail, 'events'>) {
  return (
    <Stack gap={2}>
      {events.map(({ id, type, stream, revision, at, actor, why, data }) => (
        <Unfold key={id} id={anchor(id)}>
          <summary>
            <strong>{type}</strong> <Quiet>by {actor}</Quiet>
          </summary>
          <Stack gap={3}>
            <Facts>
              <Fact name="Appended">
                <Moment at={at} />
              </Fact>
              <Fact name="Stream">
                {stream} at {revision}
              </Fact>
              <Fact name="Caused by">
                {why.kind === 'event' ? <a href={`#${anchor(why.id)}`}>{why.label}</a> : `${why.label} (${why.id})`}
              </Fact>
            </Facts>
            <Json label={`Data of ${type}`} value={data} />
          </Stack>
        </Unfold>
      ))}
    </Stack>
  );
}

/** Log levels, sorted by severity. */
const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];
const FROM = [
  { value: 'trace', label: 'All' },
  { value: 'info', label: 'Info' },
  { value: 'warn', label: 'Warnings' },
  { value: 'error', label: 'Errors' },
];
const rank = (level: string): number => LEVELS.indexOf(level);

interface RunLogProps {
  log: NonNullable<RunDetail['log']>;
}

/** Shows the log lines about the run's request and jobs, from all nodes. */
export function RunLog({ log }: RunLogProps) {
  const [from, setFrom] = useState('trace');
  if (log.length === 0) {
    // The two cases cannot be told apart, since deleted lines leave no trace.
    const line = 'Either nothing was logged for this run, or its lines are no longer kept.';
    return <EmptyState level={3} drawing="compass" title="No log lines" line={line} />;
  }
  const shown = log.filter(({ level }) => rank(level) >= rank(from));
  return (
    <Stack gap={4}>
      <ToggleGroup ariaLabel="Lowest level" value={from} onValueChange={setFrom} options={FROM} />
      {shown.length === 0 ? <p role="status">No lines of this level.</p> : <Lines log={shown} />}
    </Stack>
  );
}

function Lines({ log }: { log: readonly RunLogLine[] }) {
  return (
    <RunTable label="Log lines" heads={['Time', 'Level', 'Message']}>
      {log.map(({ at, level, message, fields }, index) => (
        <tr key={index}>
          <td>
            <Moment at={at} />
          </td>
          <td>{level}</td>
          <td>
            {message}
            {fields && <Json label={`Fields of line ${index + 1}`} value={fields} />}
          </td>
        </tr>
      ))}
    </RunTable>
  );
}

/** Shows the attempts of a run that has not ended, why they failed, and when the next one starts. */
function Progress({ attempts, progress }: { attempts: number; progress: RunProgress }) {
  const { failedCalls, lastError, lastErrorAt, nextTryAt } = progress;
  const failed = failedCalls > 0 ? `, ${failedCalls} failed ${failedCalls === 1 ? 'call' : 'calls'}` : '';
  return (
    <div role="status">
      <p>
        Attempt {attempts}
        {failed}
        {nextTryAt !== null && (
          <>
            {' · next try '}
            <Moment at={nextTryAt} />
          </>
        )}
      </p>
      {lastError !== null && (
        <p>
          {'Last error: '}
          {lastError}
          {lastErrorAt !== null && (
            <Quiet>
              {' ('}
              <Moment at={lastErrorAt} />)
            </Quiet>
          )}
        </p>
      )}
    </div>
  );
}

interface RunViewProps {
  id: string;
  /** Actions on the run. */
  actions?: (run: RunDetail) => ReactNode;
}

/** Shows everything about a run, on a screen for developers and in a dialog for creators. */
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
          {runDuration(run)} · {zapsInWords(run.zaps)}
          {run.user.email !== null && ` · ${run.user.email}`}
        </Quiet>
        {run.trial && <Badge>{run.kept ? 'Kept' : 'Trial'}</Badge>}
      </Row>
      {run.error !== null && <p role="status">{run.error}</p>}
      {run.providerError && <Quiet as="p">The provider: {errorWords(run.providerError)}</Quiet>}
      {run.progress && <Progress attempts={run.attempts} progress={run.progress} />}
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
