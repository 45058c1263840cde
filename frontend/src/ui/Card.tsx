import styled from '@emotion/styled';
import { space, tokens } from './tokens';

export const Card = styled.section`
  padding: ${space(5)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  background: ${tokens.surface1};
`;
