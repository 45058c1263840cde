import { css } from '@emotion/react';
import styled from '@emotion/styled';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import type { ComponentProps, ReactNode, RefObject } from 'react';
import { space, tokens, touch } from './tokens';

/** What every field that takes text or a choice looks like. */
export const field = css`
  width: 100%;
  min-height: 36px;
  padding: ${space(1.5)} ${space(3)};
  border: 1px solid ${tokens.lineStrong};
  border-radius: ${tokens.radius};
  background: ${tokens.surface1};
  color: ${tokens.text1};
  font-size: ${tokens.body};
  transition: border-color ${tokens.fast};
  &::placeholder {
    color: ${tokens.text3};
    opacity: 1;
  }
  &:hover:not(:disabled) {
    border-color: ${tokens.text3};
  }
  &[aria-invalid='true'] {
    border-color: ${tokens.danger};
  }
  &:disabled {
    opacity: 0.55;
    cursor: not-allowed;
  }
  ${touch} {
    min-height: 44px;
    font-size: 1rem;
  }
`;

const StyledInput = styled.input(field);
/** Right-to-left text runs from right to left, whatever the page does. */
export const Input = (props: ComponentProps<'input'>) => <StyledInput dir="auto" {...props} />;

const StyledTextarea = styled.textarea`
  ${field}
  min-height: 72px;
  line-height: 1.5;
  resize: vertical;
`;

export const Textarea = (props: ComponentProps<'textarea'>) => <StyledTextarea dir="auto" {...props} />;

export const Label = styled.label`
  font-size: ${tokens.body};
  font-weight: 550;
  color: ${tokens.text1};
`;

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

const MARKED = '[aria-invalid="true"]:not(:disabled)';

/** Where a form is refused, the focus goes to the first field that it marks: call `refuse` together with what marks it. */
export function useFaultFocus(): { form: RefObject<HTMLFormElement | null>; refuse: () => void } {
  const form = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>(MARKED)?.focus();
  }, [refusals]);
  const refuse = useCallback(() => setRefusals((before) => before + 1), []);
  return { form, refuse };
}
