import styled from '@emotion/styled';
import type { RunDetail } from '@storyreel/contracts';
import { space, Stack, tokens } from '../../ui';
import { MadeAssets } from '../media/MadeAssets';
import { formatUsd, zapsInWords } from '../zaps/format';
import { isCostKnown } from '../zaps/provider-cost';
import { Fact, Facts, Moment, Quiet, Quote } from './parts';
import { duration, lasted, plainText, settingName } from './words';
import { Waterfall } from './Waterfall';

const Section = styled.section`
  display: grid;
  gap: ${space(3)};
  & > h3 {
    font-size: ${tokens.body};
  }
`;

/** Scrolls by itself, so that what comes after it is not pages away. */
const LongText = styled.div`
  max-height: 160px;
  padding: ${space(2)} ${space(3)};
  overflow: auto;
  border-radius: ${tokens.radius};
  background: ${tokens.surface2};
  white-space: pre-wrap;
`;
/** A story may have thousands of lines. */
const LONG = 600;

function SettingValue({ name, text }: { name: string; text: string }) {
  if (text.length <= LONG) return text || '–';
  return (
    <LongText role="region" aria-label={name} tabIndex={0}>
      {text}
    </LongText>
  );
}

/** What the provider was expected to ask, for those who may see it. */
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
          <h3>What it made</h3>
          <MadeAssets assets={run.assets} label="What it made" />
        </Section>
      )}
      {run.texts.length > 0 && (
        <Section>
          <h3>What it wrote</h3>
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
      <Section>
        <h3>Details</h3>
        <Facts>
          <Fact name="Requested">
            <Moment at={run.requestedAt} />
          </Fact>
          <Fact name="Took">{lasted(run)}</Fact>
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
          <Fact name="Tries">{run.attempts}</Fact>
          <Fact name="Price">
            {price?.arithmetic.join(' · ') ?? '–'}
            {expectedCost(run)}
          </Fact>
          <Fact name="Charged">{zapsInWords(run.zaps)}</Fact>
          {payer && <Fact name="Paid by">{payer.email ?? payer.id}</Fact>}
          <Fact name="Request">{run.correlationId}</Fact>
          <Fact name="Run">{run.id}</Fact>
        </Facts>
      </Section>
    </Stack>
  );
}
