import styled from '@emotion/styled';
import { LIMITS } from '@storyreel/contracts';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { RefObject } from 'react';
import { Field, IconButton, Input, space, tokens } from '../../ui';

export const Line = styled.div`
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
    overflow-wrap: anywhere;
  }
`;
export const Form = styled.form`
  display: grid;
  gap: ${space(4)};
`;
const Shown = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: ${space(1)};
`;
interface PasswordFieldProps {
  label: string;
  kind: 'current-password' | 'new-password';
  value: string;
  onChange: (value: string) => void;
  hint?: string;
  error?: string | undefined;
  field?: RefObject<HTMLInputElement | null>;
}

/** A password field with a button that makes the password readable. */
export function PasswordField({ label, kind, value, onChange, hint, error, field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <Shown>
          <Input
            {...ids}
            ref={field}
            type={isShown ? 'text' : 'password'}
            autoComplete={kind}
            maxLength={LIMITS.passwordMax}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
          <IconButton
            label={`${isShown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
            icon={<Icon size={16} aria-hidden />}
            onClick={() => setShown(!isShown)}
          />
        </Shown>
      )}
    </Field>
  );
}
