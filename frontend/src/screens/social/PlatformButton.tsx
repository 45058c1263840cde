import styled from '@emotion/styled';
import { space, tokens } from '../../ui';

/** A platform with its icon, to press. */
export const PlatformButton = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${space(2)};
  min-height: 44px;
  padding: 0 ${space(3)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  background: ${tokens.surface1};
  color: ${tokens.text1};
  font-weight: 550;
  cursor: pointer;
`;
export const PlatformStrip = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(3)};
`;
