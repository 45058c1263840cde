import styled from '@emotion/styled';
import type { ComponentProps, ReactNode } from 'react';
import { Spinner } from './Spinner';
import { Tooltip } from './Tooltip';
import { tokens, touch } from './tokens';

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
  /** The accessible name; also the tooltip unless told otherwise. */
  label: string;
  icon: ReactNode;
  /** Another text for the tooltip; false for none. */
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
