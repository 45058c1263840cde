import styled from '@emotion/styled';
import { useId } from 'react';
import { Checkbox, Field, Input, Label, Select, space } from '../../../ui';
import { NumberInput } from '../../../ui/NumberInput';
import {
  controlKind,
  enumValue,
  numberStep,
  numberValue,
  type SettingValue,
  type VisibleSetting,
} from './settings-form';

const Line = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  min-height: 32px;
`;

interface ControlProps {
  setting: VisibleSetting;
  value: SettingValue | null;
  onChange: (value: SettingValue) => void;
}

function NumberControl({ setting: { schema }, value, onChange }: ControlProps) {
  const commit = (text: string): void => {
    const number = numberValue(schema, text);
    if (number !== null) onChange(number);
  };
  return (
    <Field label={schema.title} hint={schema.description}>
      {(ids) => (
        <NumberInput
          {...ids}
          min={schema.minimum}
          max={schema.maximum}
          step={numberStep(schema)}
          value={String(value ?? '')}
          onCommit={commit}
        />
      )}
    </Field>
  );
}

function SelectControl({ setting: { schema }, value, onChange }: ControlProps) {
  return (
    <Field label={schema.title} hint={schema.description}>
      {({ id }) => (
        <Select
          id={id}
          ariaLabel={schema.title}
          value={String(value ?? '')}
          onValueChange={(text) => onChange(enumValue(schema, text))}
          options={(schema.enum ?? []).map((option) => ({ value: String(option), label: String(option) }))}
        />
      )}
    </Field>
  );
}

function CheckboxControl({ setting: { schema }, value, onChange }: ControlProps) {
  const id = useId();
  return (
    <Line title={schema.description}>
      <Checkbox id={id} ariaLabel={schema.title} checked={value === true} onCheckedChange={onChange} />
      <Label htmlFor={id}>{schema.title}</Label>
    </Line>
  );
}

function TextControl({ setting: { schema }, value, onChange }: ControlProps) {
  return (
    <Field label={schema.title} hint={schema.description}>
      {(ids) => <Input {...ids} value={String(value ?? '')} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  );
}

const CONTROLS = { select: SelectControl, number: NumberControl, checkbox: CheckboxControl, text: TextControl };

/** Shows one setting of a video model with the control that fits its schema. */
export function SettingControl(props: ControlProps) {
  const Control = CONTROLS[controlKind(props.setting.schema)];
  return <Control {...props} />;
}
