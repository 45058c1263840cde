import styled from '@emotion/styled';
import type { RunDetail, RunStep } from '@storyreel/contracts';
import { pictureSource } from '../../platform/picture-source';
import { mobile, space, Stack, tokens } from '../../ui';
import { personOf } from '../audit/words';
import { MadeAssets } from '../pictures/media/MadeAssets';
import { formatUsd, isCostKnown, zapsInWords } from '../zaps/format';
import { Fact, Facts, Moment, Quiet, Quote, RunTable, Unfold } from './RunParts';
import { duration, runDuration, plainText, settingName } from './words';

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
  /** Start of the bar in milliseconds, counted from the beginning of the first step. */
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

/** Shows a run's timing as bars, and as a table for screen readers. */
function Waterfall({ steps, now }: { steps: readonly RunStep[]; now: number }) {
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

const Section = styled.section`
  display: grid;
  gap: ${space(3)};
  & > h3 {
    font-size: ${tokens.body};
  }
`;

/** Scrolls within itself, so that a long text does not push the content below it far down. */
const LongText = styled.div`
  max-height: 160px;
  padding: ${space(2)} ${space(3)};
  overflow: auto;
  border-radius: ${tokens.radius};
  background: ${tokens.surface2};
  white-space: pre-wrap;
`;
const SentPictures = styled.ul`
  display: grid;
  gap: ${space(2)};
  margin: 0;
  padding: 0;
  list-style: none;
  & li {
    display: grid;
    grid-template-columns: 72px minmax(0, 1fr);
    align-items: center;
    gap: ${space(3)};
    overflow-wrap: anywhere;
  }
  & img {
    width: 72px;
    height: 72px;
    object-fit: contain;
    border-radius: ${tokens.radius};
    background: ${tokens.surface2};
  }
`;
/** Length above which a text is collapsed; a story may have thousands of lines. */
const LONG = 600;

function SettingValue({ name, text }: { name: string; text: string }) {
  if (text.length <= LONG) return text || '–';
  return (
    <LongText role="region" aria-label={name} tabIndex={0}>
      {text}
    </LongText>
  );
}

/** Returns the expected cost at the provider; '' for users who may not see it. */
function expectedCost({ price, provider }: RunDetail): string {
  if (price === null || price.usd === null) return '';
  if (price.usd > 0) return ` · provider ${formatUsd(price.usd)}`;
  return isCostKnown({ provider, usd: price.usd }) ? '' : ' · provider: not known beforehand';
}

export function RunOverview({ run, now }: { run: RunDetail; now: number }) {
  const { price, template, seed, predictionId, payer } = run;
  return (
    <Stack gap={6}>
      <Section>
        <h3>Timeline</h3>
        <Waterfall steps={run.steps} now={now} />
      </Section>
      {run.assets.length > 0 && (
        <Section>
          <h3>Results</h3>
          <MadeAssets assets={run.assets} label="Results" />
        </Section>
      )}
      {run.texts.length > 0 && (
        <Section>
          <h3>Written texts</h3>
          {run.texts.map(({ name, text, inScene }) => (
            <Stack key={name} gap={1}>
              <Quiet>
                {settingName(name)}
                {inScene !== null && (inScene ? ' · in the scene' : ' · not in the scene')}
              </Quiet>
              <Quote>{text}</Quote>
            </Stack>
          ))}
        </Section>
      )}
      {run.prompt !== null && (
        <Section>
          <h3>Prompt</h3>
          <Quote>{run.prompt}</Quote>
        </Section>
      )}
      {run.sent.length > 0 && (
        <Section>
          <h3>Images sent</h3>
          <SentPictures aria-label="Images sent">
            {run.sent.map(({ name, url, hash }) => (
              <li key={hash}>
                <img {...pictureSource(url, '72px')} alt="" loading="lazy" />
                <span>
                  {name}
                  <Quiet> SHA-256 {hash}</Quiet>
                </span>
              </li>
            ))}
          </SentPictures>
        </Section>
      )}
      <Section>
        <h3>Details</h3>
        <Facts>
          <Fact name="Requested">
            <Moment at={run.requestedAt} />
          </Fact>
          <Fact name="Took">{runDuration(run)}</Fact>
          {run.startedAt !== null && (
            <Fact name="Waited">{duration(Date.parse(run.startedAt) - Date.parse(run.requestedAt))}</Fact>
          )}
          {run.sceneTitle !== null && <Fact name="Scene">{run.sceneTitle || 'Untitled'}</Fact>}
          <Fact name="Provider">{run.provider ?? '–'}</Fact>
          <Fact name="Model">{run.model ?? '–'}</Fact>
          {Object.entries(run.settings)
            .filter(([name]) => name !== 'model')
            .map(([name, value]) => (
              <Fact key={name} name={settingName(name)}>
                <SettingValue name={settingName(name)} text={plainText(value)} />
              </Fact>
            ))}
          <Fact name="Prompt template">{template ?? 'Not recorded'}</Fact>
          {seed !== null && <Fact name="Seed">{seed}</Fact>}
          {predictionId !== null && <Fact name="Provider’s id">{predictionId}</Fact>}
          <Fact name="Attempts">{run.attempts}</Fact>
          <Fact name="Price">
            {price?.arithmetic.join(' · ') ?? '–'}
            {expectedCost(run)}
          </Fact>
          <Fact name="Charged">{zapsInWords(run.zaps)}</Fact>
          {payer && <Fact name="Paid by">{personOf(payer)}</Fact>}
          <Fact name="Request">{run.correlationId}</Fact>
          <Fact name="Run">{run.id}</Fact>
        </Facts>
      </Section>
    </Stack>
  );
}
