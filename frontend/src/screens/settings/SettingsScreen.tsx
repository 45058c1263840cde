import styled from '@emotion/styled';
import { useState } from 'react';
import { Screen } from '../../ui/Screen';
import { Button, Field, Select, space, Stack, TitledCard, toast, tokens } from '../../ui';

const THEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
] as const;
type ThemeChoice = (typeof THEMES)[number]['value'];

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
  // Kept on this screen only: the look is chosen by the theme button of the header.
  const [theme, setTheme] = useState<ThemeChoice>('system');
  return (
    <Screen title="Settings" subtitle="Your preferences and your account">
      <Column gap={4}>
        <TitledCard title="Appearance">
          <Field label="Theme" hint="The button with the sun or the moon at the top switches the theme right away.">
            {(ids) => <Select id={ids.id} ariaLabel="Theme" value={theme} onValueChange={setTheme} options={THEMES} />}
          </Field>
        </TitledCard>
        <TitledCard title="Account">
          <Line>
            <dl>
              <dt>Account Type</dt>
              <dd>Free Plan</dd>
            </dl>
            <Button onClick={() => toast({ title: 'Other plans are not available yet' })}>Upgrade</Button>
          </Line>
        </TitledCard>
      </Column>
    </Screen>
  );
}
