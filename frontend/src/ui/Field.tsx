import styled from '@emotion/styled';
import { useId, type ReactNode } from 'react';
import { Label } from './Input';
import { space, tokens } from './tokens';

const Stack = styled.div`
  display: grid;
  gap: ${space(1.5)};
  min-width: 0;
`;
const Head = styled.div`
  display: flex;
  align-items: baseline;
  justify-content: space-between;
  gap: ${space(3)};
`;
const Hint = styled.p`
  color: ${tokens.text3};
  font-size: ${tokens.caption};
`;
const Fault = styled(Hint)`
  color: ${tokens.danger};
`;

export interface FieldIds {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}
export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  /** Stands at the right of the label, as a save state does. */
  aside?: ReactNode;
  /** Spread what is handed over onto the control: it ties label, hint and error to it. */
  children: (ids: FieldIds) => ReactNode;
}

export function Field({ label, hint, error, aside, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <Stack>
      <Head>
        <Label htmlFor={id}>{label}</Label>
        {aside}
      </Head>
      {children({ id, 'aria-describedby': note ? noteId : undefined, 'aria-invalid': error ? true : undefined })}
      {error ? (
        <Fault id={noteId} role="alert">
          {error}
        </Fault>
      ) : (
        hint && <Hint id={noteId}>{hint}</Hint>
      )}
    </Stack>
  );
}
