import type { ReplayCheck, ReplayReport, ReplayStep, ReplayVerdict, RunDetail } from '@storyreel/contracts';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  Badge,
  Button,
  type Column,
  DataTable,
  EmptyState,
  Row,
  Skeleton,
  Stack,
  type Tone,
  Unreadable,
} from '../../ui';
import { Json, Moment, Quiet, RunTable } from './RunParts';
import { useReplay } from './api';

const VERDICTS: Record<ReplayVerdict, { word: string; tone: Tone }> = {
  same: { word: 'Same', tone: 'positive' },
  different: { word: 'Different', tone: 'danger' },
  missing: { word: 'Not decided today', tone: 'danger' },
  extra: { word: 'Only today', tone: 'danger' },
};

/**
 * Steps through a run's events and the state after each, and compares the recorded decisions with those of the current
 * code.
 */
export function RunReplay({ run }: { run: RunDetail }) {
  const { data, isPending, isError, refetch } = useReplay(run);
  const [at, setAt] = useState(0);
  const back = useRef<HTMLButtonElement>(null);
  const forward = useRef<HTMLButtonElement>(null);
  const [compared, setCompared] = useState(false);
  if (isPending) return <Skeleton height="240px" />;
  if (isError && !data) return <Unreadable level={3} what="the replay" retry={refetch} />;
  const { steps } = data;
  const step = steps[at];
  if (!step) {
    return <EmptyState level={3} drawing="compass" title="Not recorded" line="This kind of run cannot be replayed." />;
  }
  const last = steps.length - 1;
  /** At either end, the pressed button is disabled and would lose the focus, so the focus moves to the other button. */
  function stepTo(next: number): void {
    flushSync(() => setAt(next));
    if (next === last) back.current?.focus();
    if (next === 0) forward.current?.focus();
  }
  /** Runs the comparison, and opens the first event whose decision is different. */
  function compare(): void {
    setCompared(true);
    const first = steps.findIndex(({ verdict }) => verdict !== 'same');
    if (first >= 0) setAt(first);
  }
  return (
    <Stack gap={4}>
      <Row gap={2}>
        <Button ref={back} disabled={at === 0} onClick={() => stepTo(at - 1)}>
          Step Back
        </Button>
        <Button ref={forward} disabled={at >= last} onClick={() => stepTo(at + 1)}>
          Step Forward
        </Button>
        <span aria-live="polite">
          {at + 1} of {steps.length}: <strong>{step.event.type}</strong>
        </span>
        <Button variant="primary" aria-pressed={compared} onClick={compare}>
          Replay with Today’s Code
        </Button>
      </Row>
      {compared && <Verdicts {...data} onOpen={setAt} />}
      {compared && <Differences step={step} />}
      {compared && <Checks checks={data.checks} />}
      <h3>State after {step.event.type}</h3>
      {step.event.at !== null && (
        <Quiet>
          {step.event.stream} at {step.event.revision}, <Moment at={step.event.at} />
        </Quiet>
      )}
      <Json label="State" value={step.state} />
    </Stack>
  );
}

interface VerdictsProps extends Pick<ReplayReport, 'steps' | 'same' | 'recorded' | 'underWay'> {
  onOpen: (index: number) => void;
}
type Listed = ReplayStep & { at: number };

const pathsOf = ({ differences }: ReplayStep): string => differences.map(({ path }) => path).join(', ');

function Verdicts({ steps, same, recorded, underWay, onOpen }: VerdictsProps) {
  const columns: Column<Listed>[] = [
    {
      head: 'Event',
      cell: (step) => (
        <>
          <Button variant="ghost" size="small" onClick={() => onOpen(step.at)}>
            {step.event.type}
          </Button>
          <small className="narrow">{pathsOf(step)}</small>
        </>
      ),
    },
    {
      head: 'Verdict',
      cell: ({ verdict }) => <Badge tone={VERDICTS[verdict].tone}>{VERDICTS[verdict].word}</Badge>,
    },
    { head: 'Differences', cell: (step) => pathsOf(step) || '–', only: 'wide' },
  ];
  return (
    <Stack gap={3}>
      <p role="status">
        {same ? 'Today’s code decides the same.' : 'Today’s code decides differently.'}{' '}
        {underWay && 'The run isn’t over yet, so it is compared up to here. '}
        {!recorded && 'Without a recording, only decisions are compared. '}No provider was called.
      </p>
      <DataTable
        label="Verdicts"
        columns={columns}
        rows={steps.map((step, at) => ({ ...step, at }))}
        keyOf={({ at }) => String(at)}
      />
    </Stack>
  );
}

const text = (value: unknown): string => (value === undefined ? '–' : JSON.stringify(value));

function Differences({ step }: { step: ReplayStep }) {
  return <DifferenceTable label={`Differences of ${step.event.type}`} differences={step.differences} />;
}

const CHECKED: Record<ReplayCheck['of'], string> = { request: 'Request', sent: 'Sent', price: 'Price' };
const CHECKS: Record<ReplayCheck['verdict'], { word: string; tone: Tone }> = {
  same: VERDICTS.same,
  different: VERDICTS.different,
  not_compared: { word: 'Not compared', tone: 'neutral' },
};

/** Shows how the requests to providers and the price differ from those of the current code. */
function Checks({ checks }: Pick<ReplayReport, 'checks'>) {
  if (checks.length === 0) return null;
  const columns: Column<ReplayCheck & { at: number }>[] = [
    { head: 'Compared', cell: ({ of, operation }) => `${CHECKED[of]} of ${operation}` },
    { head: 'Verdict', cell: ({ verdict }) => <Badge tone={CHECKS[verdict].tone}>{CHECKS[verdict].word}</Badge> },
    { head: 'Reason', cell: ({ reason }) => reason ?? '–' },
  ];
  return (
    <Stack gap={3}>
      <DataTable
        label="Requests and price"
        columns={columns}
        rows={checks.map((check, at) => ({ ...check, at }))}
        keyOf={({ at }) => String(at)}
      />
      {checks.map(({ of, operation, differences }, at) => (
        <DifferenceTable key={at} label={`Differences: ${CHECKED[of]} of ${operation}`} differences={differences} />
      ))}
    </Stack>
  );
}

function DifferenceTable({ label, differences }: { label: string } & Pick<ReplayStep, 'differences'>) {
  if (differences.length === 0) return null;
  return (
    <RunTable label={label} heads={['Where', 'Recorded', 'Today']}>
      {differences.map(({ path, recorded, today }) => (
        <tr key={path}>
          <td>{path}</td>
          <td>
            <del>{text(recorded)}</del>
          </td>
          <td>
            <ins>{text(today)}</ins>
          </td>
        </tr>
      ))}
    </RunTable>
  );
}
