import { css } from '@emotion/react';
import styled from '@emotion/styled';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import type { ComponentProps, ReactNode, RefObject } from 'react';
import { space, tokens, touch } from './tokens';

/** Shared styles of all text fields and select elements. */
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
/** A text input. dir="auto" lets right-to-left text run from right to left on any page. */
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
  /** Content to the right of the label, such as a save state. */
  aside?: ReactNode;
  /** Renders the control with the given props, which link it to the label, hint and error. */
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

/** Moves the focus to the first invalid field of a rejected form: `refuse` must be called when the errors are set. */
export function useFaultFocus(): { form: RefObject<HTMLFormElement | null>; refuse: () => void } {
  const form = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>(MARKED)?.focus();
  }, [refusals]);
  const refuse = useCallback(() => setRefusals((before) => before + 1), []);
  return { form, refuse };
}
