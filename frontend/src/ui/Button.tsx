import { css } from '@emotion/react';
import styled from '@emotion/styled';
import type { ComponentProps, ReactNode } from 'react';
import { Spinner } from './Spinner';
import { space, tokens, touch } from './tokens';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';

const buttonStyles = css`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: ${space(2)};
  min-height: 36px;
  padding: 0 ${space(3.5)};
  border: 1px solid transparent;
  border-radius: ${tokens.radius};
  background: transparent;
  color: ${tokens.text1};
  font-size: ${tokens.body};
  font-weight: 550;
  line-height: 1.2;
  text-decoration: none;
  white-space: nowrap;
  cursor: pointer;
  transition:
    background ${tokens.fast},
    border-color ${tokens.fast},
    color ${tokens.fast};
  &[data-size='small'] {
    min-height: 32px;
    padding: 0 ${space(2.5)};
  }
  &[data-size='large'] {
    min-height: 48px;
    padding: 0 ${space(6)};
    font-size: 1rem;
  }
  ${touch} {
    min-height: 44px;
    &[data-size='small'] {
      min-height: 40px;
    }
  }
  &[data-variant='primary'] {
    background: ${tokens.accent};
    color: ${tokens.onAccent};
    font-weight: 600;
    &:hover:not(:disabled) {
      background: ${tokens.accentHover};
    }
  }
  &[data-variant='secondary'] {
    background: ${tokens.surface1};
    border-color: ${tokens.line};
    &:hover:not(:disabled) {
      background: ${tokens.surface2};
      border-color: ${tokens.lineStrong};
    }
  }
  &[data-variant='ghost']:hover:not(:disabled) {
    background: ${tokens.surface3};
  }
  &[data-variant='danger'] {
    background: ${tokens.dangerSolid};
    color: ${tokens.onDanger};
    &:hover:not(:disabled) {
      background: ${tokens.dangerSolidHover};
    }
  }
  &:disabled {
    cursor: not-allowed;
    opacity: 0.55;
  }
  & svg {
    flex: none;
  }
`;
export const StyledButton = styled.button(buttonStyles);
/** A link that looks like a button; takes data-variant and data-size. */
export const ButtonAnchor = styled.a(buttonStyles);

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: 'small' | 'medium' | 'large';
  icon?: ReactNode;
  /** Shows a spinner in the icon's place and takes no clicks. */
  loading?: boolean;
}

export function Button({
  variant = 'secondary',
  size = 'medium',
  icon,
  loading = false,
  disabled,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <StyledButton
      {...rest}
      type={type}
      data-variant={variant}
      data-size={size}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
    >
      {loading ? <Spinner size={16} label={null} /> : icon}
      {children}
    </StyledButton>
  );
}
