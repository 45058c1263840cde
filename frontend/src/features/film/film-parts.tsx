import styled from '@emotion/styled';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { Label, Row, space, Switch, ToggleGroup, tokens } from '../../ui';

/** Formats seconds for display: '4.5 s'. */
export const secondsWords = (seconds: number): string => `${Math.round(seconds * 10) / 10} s`;

const Stack = styled.div`
  display: grid;
  justify-items: start;
  gap: ${space(1.5)};
  min-width: 0;
`;
const Name = styled.span`
  font-weight: 550;
`;
const Hint = styled.p`
  color: ${tokens.text3};
  font-size: ${tokens.caption};
`;

/** Lays settings out side by side, as many as fit. */
export const Settings = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 200px), 1fr));
  align-items: start;
  gap: ${space(4)};
`;
export const SubHeading = styled.h3`
  font-size: ${tokens.body};
  font-weight: 600;
  overflow-wrap: anywhere;
`;

interface ChoiceProps<V extends string> {
  label: string;
  value: V;
  options: readonly { value: V; label: string; icon?: ReactNode; hideLabel?: boolean }[];
  onChange: (value: V) => void;
}
/** Lets the user choose one of a few options, all of which are visible. */
export function Choice<V extends string>({ label, value, options, onChange }: ChoiceProps<V>) {
  return (
    <Stack>
      <Name>{label}</Name>
      <ToggleGroup ariaLabel={label} value={value} onValueChange={onChange} options={options} />
    </Stack>
  );
}

interface OnOffProps {
  label: string;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
}
export function OnOff({ label, hint, checked, onChange }: OnOffProps) {
  const id = useId();
  return (
    <Stack>
      <Row gap={3}>
        <Switch id={id} checked={checked} onCheckedChange={onChange} />
        <Label htmlFor={id}>{label}</Label>
      </Row>
      {hint && <Hint>{hint}</Hint>}
    </Stack>
  );
}
