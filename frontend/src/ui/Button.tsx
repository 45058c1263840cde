import { css, keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Tooltip } from './Tooltip';
import { space, tokens, touch } from './tokens';

/** Text for screen readers only. */
export const VisuallyHidden = styled.span`
  position: absolute;
  width: 1px;
  height: 1px;
  margin: -1px;
  padding: 0;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
  border: 0;
`;

const turn = keyframes`to { transform: rotate(360deg); }`;
const Wheel = styled.span`
  display: inline-flex;
  & svg {
    animation: ${turn} 900ms linear infinite;
  }
`;

/**
 * A spinner of `size` pixels. `label` is its text for screen readers; null when visible text beside the spinner says
 * the same.
 */
export function Spinner({ size = 20, label = 'Loading' }: { size?: number; label?: string | null }) {
  return (
    <Wheel role={label === null ? undefined : 'status'} aria-hidden={label === null || undefined}>
      <LoaderCircle size={size} aria-hidden />
      {label !== null && <VisuallyHidden>{label}</VisuallyHidden>}
    </Wheel>
  );
}

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
/** A link that looks like a button; accepts data-variant and data-size. */
export const ButtonAnchor = styled.a(buttonStyles);

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: 'small' | 'medium' | 'large';
  icon?: ReactNode;
  /** True to show a spinner instead of the icon and ignore clicks. */
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

export const StyledIconButton = styled.button`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  flex: none;
  width: 32px;
  height: 32px;
  padding: 0;
  border: 1px solid transparent;
  border-radius: ${tokens.radius};
  background: transparent;
  color: ${tokens.text2};
  cursor: pointer;
  transition:
    background ${tokens.fast},
    color ${tokens.fast};
  &:hover:not(:disabled),
  &[data-state='open'],
  &[aria-pressed='true'] {
    background: ${tokens.surface3};
    color: ${tokens.text1};
  }
  &[data-variant='danger']:hover:not(:disabled) {
    background: ${tokens.dangerSoft};
    color: ${tokens.danger};
  }
  &[data-variant='secondary'] {
    background: ${tokens.surface1};
    border-color: ${tokens.line};
  }
  ${touch} {
    width: 44px;
    height: 44px;
  }
  &:disabled {
    cursor: not-allowed;
    opacity: 0.5;
  }
`;

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** Accessible name, which is also the tooltip by default. */
  label: string;
  icon: ReactNode;
  /** Another tooltip text; false for none. */
  tooltip?: string | false;
  variant?: 'ghost' | 'secondary' | 'danger';
  loading?: boolean;
}

export function IconButton({
  label,
  icon,
  tooltip = label,
  variant = 'ghost',
  loading = false,
  disabled,
  type = 'button',
  ...rest
}: IconButtonProps) {
  const button = (
    <StyledIconButton
      {...rest}
      type={type}
      aria-label={label}
      aria-busy={loading || undefined}
      data-variant={variant}
      disabled={disabled || loading}
    >
      {loading ? <Spinner size={16} label={null} /> : icon}
    </StyledIconButton>
  );
  return tooltip === false ? button : <Tooltip content={tooltip}>{button}</Tooltip>;
}
