import styled from '@emotion/styled';
import type { OfferedModels, ProviderCheck, ProviderKind } from '@storyreel/contracts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { getQueryFn } from '../../platform/cache/query-client';
import { apiRequest } from '../../platform/http/api-client';
import { reasonOf } from '../../platform/http/failures';
import { lazyList } from '../../platform/lazy/lazy-schema';
import { utcNoon } from '../../platform/time/days';
import { dateFormat } from '../../platform/time/written-dates';
import {
  Badge,
  Button,
  Field,
  Select,
  space,
  Stack,
  tellFailure,
  TitledCard,
  tokens,
  Unreadable,
  useCommand,
} from '../../ui';
import { Screen } from '../../ui/Screen';
import { chooseTheme, chosenTheme, subscribeToTheme } from '../../ui/ThemeToggle';
import type { ThemeChoice } from '../../ui/ThemeToggle';
import { AccountCard, SignInCard } from './AccountCards';
import { useInstallation, useUser } from './api';
import { DataCard } from './DataCard';
import { DatesCard } from './DatesCard';
import { EraseCard } from './EraseCard';
import { useModels } from './models-api';
import { SandboxGuide, usesSandbox } from './SandboxGuide';

const PROVIDERS = '/api/providers';
/** Reads the models in use and where each of them runs; for developers only. */
export const useProviders = ({ enabled }: { enabled: boolean }) =>
  useQuery({
    queryKey: [PROVIDERS],
    queryFn: getQueryFn(lazyList('providerInfoSchema')),
    enabled,
  });

/** Checks whether each provider responds. This generates nothing and costs nothing. */
export const useCheckProviders = () =>
  useCommand({
    run: () => apiRequest('POST', `${PROVIDERS}/check`, undefined, { schema: lazyList('providerCheckSchema') }),
    failure: (error) => tellFailure("Couldn't check the providers", reasonOf(error)),
  });

const THINGS = { text: 'Texts', image: 'Images', video: 'Clips', speech: 'Narration' } as const;
const KINDS: readonly ProviderKind[] = ['text', 'image', 'video', 'speech'];

const List = styled.dl`
  display: grid;
  grid-template-columns: max-content minmax(0, 1fr);
  gap: ${space(3)} ${space(5)};
  & dt {
    color: ${tokens.text2};
  }
  & dd {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  & p {
    margin-top: ${space(1)};
    color: ${tokens.text2};
    font-size: ${tokens.caption};
    font-weight: 400;
  }
`;

/**
 * Lists the providers of texts, images and clips. Developers also see where each provider runs and whether it responds.
 */
export function ProvidersCard() {
  const { data: installation, isError, refetch } = useInstallation();
  const { data: user } = useUser();
  const isDeveloper = user?.roles.includes('developer') ?? false;
  const { data: providers } = useProviders({ enabled: isDeveloper });
  const check = useCheckProviders();
  if (isError && !installation) return <Unreadable what="the AI providers" retry={refetch} />;
  if (!installation) return null;
  return (
    <TitledCard title="AI Providers">
      <Stack gap={4}>
        <List aria-live="polite">
          {KINDS.map((kind) => {
            const provider = providers?.find((other) => other.kind === kind);
            const checked = check.data?.find((other) => other.kind === kind);
            return (
              <Made key={kind} kind={kind} label={installation.providers[kind].label} checked={checked}>
                {[provider?.model, provider?.host].filter(Boolean).join(' · ')}
              </Made>
            );
          })}
        </List>
        <EndingModels isDeveloper={isDeveloper} />
        {isDeveloper && (
          <div>
            <Button loading={check.isPending} onClick={() => check.mutate()}>
              Check
            </Button>
          </div>
        )}
      </Stack>
    </TitledCard>
  );
}

const onDay = dateFormat({ dateStyle: 'long', timeZone: 'UTC' });

/**
 * Lists models in use that will soon be withdrawn, with the features that then stop working; developers also see
 * replacements.
 */
function EndingModels({ isDeveloper }: { isDeveloper: boolean }) {
  const { data } = useModels();
  if (!data || data.notices.length === 0) return null;
  return (
    <List aria-label="Models Ending Soon">
      {data.notices.map(({ id, name, retiresOn, dependsOn, replacement }) => (
        <Ending key={id} name={name} offer={isDeveloper && <SampleButton data={data} model={id} />}>
          {`Ends on ${onDay(utcNoon(retiresOn))}. Another model is then needed for ${dependsOn}.`}
          {isDeveloper && replacement !== null && ` Use ${replacement}.`}
        </Ending>
      ))}
    </List>
  );
}

/** Links to the runs of a model, so that they can be repeated with the first model that replaces it. */
function SampleButton({ data, model: id }: { data: OfferedModels; model: string }) {
  const navigate = useNavigate();
  const kind = data.models.find((model) => model.id === id)?.kind;
  const candidate = data.models.find(
    (model) =>
      model.kind === kind &&
      kind !== 'upscaler' &&
      model.id !== id &&
      data.offered.includes(model.id) &&
      data.notices.every((notice) => notice.id !== model.id),
  );
  if (!candidate) return null;
  return (
    <Button size="small" onClick={() => void navigate({ to: '/runs', search: { model: id, try: candidate.id } })}>
      Try a Sample on {candidate.name}
    </Button>
  );
}

function Ending({ name, offer, children }: { name: string; offer: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt>
        <Badge tone="warning">Ends soon</Badge>
      </dt>
      <dd>
        {name}
        <p>{children}</p>
        {offer}
      </dd>
    </>
  );
}

interface MadeProps {
  kind: ProviderKind;
  label: string;
  checked: ProviderCheck | undefined;
  /** The provider's address. */
  children: string;
}

function Made({ kind, label, checked, children }: MadeProps) {
  return (
    <>
      <dt>{THINGS[kind]}</dt>
      <dd>
        {label}
        {children !== '' && <p>{children}</p>}
        {checked && (
          <p>
            <Badge tone={!checked.answers ? 'danger' : checked.remark === null ? 'positive' : 'warning'}>
              {answerOf(checked, children)}
            </Badge>{' '}
            {checked.remark}
          </p>
        )}
      </dd>
    </>
  );
}

/** Describes a provider's response, with the response time only for providers reached over a network. */
function answerOf({ answers, milliseconds }: ProviderCheck, where: string): string {
  if (!answers) return 'No answer';
  return where === '' ? 'Answers' : `Answers in ${milliseconds} ms`;
}

/** Shows the guide to the sandbox; nothing when real providers make everything. */
function SandboxCard() {
  const { data: installation } = useInstallation();
  if (!installation || !usesSandbox(installation)) return null;
  return (
    <TitledCard title="Sandbox">
      <SandboxGuide installation={installation} />
    </TitledCard>
  );
}

const THEMES: readonly { value: ThemeChoice; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
];

const Column = styled(Stack)`
  max-width: 640px;
`;
export function SettingsScreen() {
  const theme = useSyncExternalStore(subscribeToTheme, chosenTheme);
  return (
    <Screen title="Settings" subtitle="Your preferences and your account">
      <Column gap={4}>
        <TitledCard title="Appearance">
          <Field label="Theme" hint="You can also switch with the sun or moon button at the top.">
            {(ids) => (
              <Select id={ids.id} ariaLabel="Theme" value={theme} onValueChange={chooseTheme} options={THEMES} />
            )}
          </Field>
        </TitledCard>
        <DatesCard />
        <AccountCard />
        <SignInCard />
        <DataCard />
        <ProvidersCard />
        <SandboxCard />
        <EraseCard />
      </Column>
    </Screen>
  );
}
