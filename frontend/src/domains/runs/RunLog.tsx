import type { RunDetail, RunLogLine } from '@storyreel/contracts';
import { useState } from 'react';
import { EmptyState, Stack, ToggleGroup } from '../../ui';
import { Json, Moment, RunTable } from './parts';

/** From the least to the most serious. */
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

/** What servers have written about the run's request and its jobs, from every node. */
export function RunLog({ log }: RunLogProps) {
  const [from, setFrom] = useState('trace');
  if (log.length === 0) {
    // Which of the two it is, nobody can tell: what was deleted leaves nothing behind.
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
