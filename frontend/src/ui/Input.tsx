import { css } from '@emotion/react';
import styled from '@emotion/styled';
import type { ComponentProps } from 'react';
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
