import styled from '@emotion/styled';
import { tokens } from './tokens';

/** Words in a line of text that do something, such as opening what they name. */
export const TextButton = styled.button`
  padding: 0;
  border: 0;
  background: none;
  color: inherit;
  font-weight: 550;
  text-align: start;
  text-decoration: underline;
  text-decoration-color: ${tokens.lineStrong};
  text-underline-offset: 3px;
  overflow-wrap: anywhere;
  cursor: pointer;
  &:hover {
    text-decoration-color: currentColor;
  }
`;
