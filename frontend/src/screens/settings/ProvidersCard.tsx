import styled from '@emotion/styled';
import type { ProviderCheck, ProviderKind } from '@storyreel/contracts';
import { useCheckProviders, useProviders } from '../../domains/accounts/providers';
import { useInstallation, useUser } from '../../domains/accounts/queries';
import { Badge, Button, space, Stack, TitledCard, tokens, Unreadable } from '../../ui';

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

/** Who makes texts, images and clips; for those who run the installation also where, and whether it answers. */
export function ProvidersCard() {
  const { data: installation, isError, refetch } = useInstallation();
  const { data: user } = useUser();
  const isDeveloper = user?.roles.includes('developer') ?? false;
  const { data: providers } = useProviders({ enabled: isDeveloper });
  const check = useCheckProviders();
  if (isError && !installation) return <Unreadable what="the AI providers" retry={refetch} />;
  if (!installation) return null;
  return (
    <TitledCard title="AI providers">
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

interface MadeProps {
  kind: ProviderKind;
  label: string;
  checked: ProviderCheck | undefined;
  /** Where. */
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

/** A time is said only of what lies behind a network. */
function answerOf({ answers, milliseconds }: ProviderCheck, where: string): string {
  if (!answers) return 'No answer';
  return where === '' ? 'Answers' : `Answers in ${milliseconds} ms`;
}
