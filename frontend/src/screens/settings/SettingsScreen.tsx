import styled from '@emotion/styled';
import { useNavigate } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { Screen } from '../../ui/Screen';
import { chooseTheme, chosenTheme, subscribeToTheme, type ThemeChoice } from '../../ui/theme-store';
import { ProvidersCard } from './ProvidersCard';
import { Button, Field, Select, space, Stack, TitledCard, tokens } from '../../ui';

const THEMES: readonly { value: ThemeChoice; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
];

const Column = styled(Stack)`
  max-width: 640px;
`;
const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(3)};
  & dt {
    color: ${tokens.text2};
  }
  & dd {
    font-weight: 600;
  }
`;

export function SettingsScreen() {
  const theme = useSyncExternalStore(subscribeToTheme, chosenTheme);
  const navigate = useNavigate();
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
        <TitledCard title="Account">
          <Line>
            <dl>
              <dt>Account Type</dt>
              <dd>Free Plan</dd>
            </dl>
            <Button onClick={() => void navigate({ to: '/credits', search: {} })}>Upgrade</Button>
          </Line>
        </TitledCard>
        <ProvidersCard />
      </Column>
    </Screen>
  );
}
