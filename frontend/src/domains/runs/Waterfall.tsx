import styled from '@emotion/styled';
import type { RunStep } from '@storyreel/contracts';
import { mobile, space, Stack, tokens } from '../../ui';
import { RunTable, Unfold } from './parts';
import { duration } from './words';

const Line = styled.div`
  display: grid;
  grid-template-columns: 200px minmax(0, 1fr) 88px;
  align-items: center;
  gap: ${space(3)};
  min-height: 28px;
  & .time {
    color: ${tokens.text2};
    font-variant-numeric: tabular-nums;
    text-align: right;
    white-space: nowrap;
  }
  ${mobile} {
    grid-template-columns: minmax(0, 1fr) 72px;
    & .track {
      grid-column: 1 / -1;
      grid-row: 2;
    }
  }
`;
const Track = styled.div`
  position: relative;
  height: 12px;
  border-radius: 6px;
  background: ${tokens.surface2};
`;
const Bar = styled.span`
  position: absolute;
  top: 0;
  height: 100%;
  min-width: 4px;
  border-radius: 6px;
  background: ${tokens.text2};
  &[data-kind='queue'] {
    background: ${tokens.lineStrong};
  }
  &[data-kind='settlement'] {
    background: ${tokens.positive};
  }
  &[data-failed='true'] {
    background: ${tokens.danger};
  }
`;

interface Timed extends RunStep {
  /** Milliseconds since the first step. */
  from: number;
  to: number;
}

export function timed(steps: readonly RunStep[], now: number): Timed[] {
  const start = Math.min(...steps.map(({ startedAt }) => Date.parse(startedAt)));
  return steps.map((step) => ({
    ...step,
    from: Date.parse(step.startedAt) - start,
    to: (step.endedAt === null ? now : Date.parse(step.endedAt)) - start,
  }));
}

/** How the time of a run was spent, as bars, and as a table for those who do not see them. */
export function Waterfall({ steps, now }: { steps: readonly RunStep[]; now: number }) {
  const lines = timed(steps, now);
  const whole = Math.max(1, ...lines.map(({ to }) => to));
  return (
    <Stack gap={3}>
      <Stack gap={1} aria-hidden>
        {lines.map((step, index) => (
          <Line key={index}>
            <span>{step.label}</span>
            <Track className="track">
              <Bar
                data-kind={step.kind}
                data-failed={step.failed}
                title={step.detail ?? undefined}
                style={{
                  left: `min(${(step.from / whole) * 100}%, calc(100% - 4px))`,
                  width: `${((step.to - step.from) / whole) * 100}%`,
                }}
              />
            </Track>
            <span className="time">
              {step.to > step.from ? duration(step.to - step.from) : `at ${duration(step.from)}`}
            </span>
          </Line>
        ))}
      </Stack>
      <Unfold>
        <summary>View as table</summary>
        <RunTable label="Steps of the run" heads={['Step', 'After', 'Took', 'Detail']}>
          {lines.map((step, index) => (
            <tr key={index}>
              <td>
                {step.label}
                {step.failed && ' (failed)'}
              </td>
              <td>{duration(step.from)}</td>
              <td>{step.endedAt === null ? 'under way' : duration(step.to - step.from)}</td>
              <td>{step.detail ?? '–'}</td>
            </tr>
          ))}
        </RunTable>
      </Unfold>
    </Stack>
  );
}
