import type { RecordingState, RunDetail } from '@storyreel/contracts';
import { EmptyState, Stack } from '../../ui';
import { Fact, Facts, Json, Moment, Quiet, Unfold } from './parts';
import { duration } from './words';

const MISSING: Record<Exclude<RecordingState, 'recorded'>, { title: string; line: string }> = {
  not_recorded: { title: 'Not recorded', line: 'No provider calls were recorded for this run.' },
  gone: { title: 'The recording has expired', line: 'Recordings are deleted after a while; the events stay.' },
  damaged: { title: 'The recording is damaged', line: "It doesn't match the hash in the events." },
};

/** What the provider was asked and answered. */
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
              <Fact name="Began">
                <Moment at={call.startedAt} />
              </Fact>
              <Fact name="Attempt">{call.attempt}</Fact>
              <Fact name="Model">{call.model ?? '–'}</Fact>
              <Fact name="Template">{call.template ?? '–'}</Fact>
              {call.error?.status !== undefined && <Fact name="HTTP status">{call.error.status}</Fact>}
            </Facts>
            <h4>Asked</h4>
            <Json label="Asked" value={call.sent ?? call.request} />
            <h4>Answered</h4>
            <Json label="Answered" value={call.error ?? call.answer} />
          </Stack>
        </Unfold>
      ))}
      {omitted > 0 && <Quiet>{omitted} further calls were not kept.</Quiet>}
    </Stack>
  );
}
