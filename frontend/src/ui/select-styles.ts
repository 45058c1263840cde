import styled from '@emotion/styled';
import { Popover } from 'radix-ui';
import { mobile, space, tokens } from './tokens';

export const ListPanel = styled(Popover.Content)`
  z-index: 55;
  min-width: var(--radix-popover-trigger-width);
  max-width: calc(100vw - 16px);
  max-height: min(360px, var(--radix-popover-content-available-height));
  overflow-y: auto;
  padding: ${space(1)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  background: ${tokens.surface1};
  box-shadow: ${tokens.shadow};
  &:focus {
    outline: none;
  }
`;
export const Option = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(4)};
  min-height: 32px;
  padding: ${space(1)} ${space(2.5)};
  border-radius: ${tokens.radiusSmall};
  cursor: pointer;
  user-select: none;
  &:focus {
    background: ${tokens.surface3};
    outline: none;
  }
  &[aria-disabled] {
    opacity: 0.5;
    cursor: not-allowed;
  }
  ${mobile} {
    min-height: 44px;
  }
`;
