import styled from '@emotion/styled';
import { space, tokens, touch } from './tokens';

export const ChipList = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1.5)};
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    min-width: 0;
    max-width: 100%;
  }
`;

/** A button around a short text; if the text is too long, its last `span` is cut off. */
export const Chip = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${space(1)};
  max-width: 100%;
  min-height: 32px;
  padding: 0 ${space(2)} 0 ${space(3)};
  border: 1px solid ${tokens.line};
  border-radius: 16px;
  background: ${tokens.surface2};
  color: ${tokens.text1};
  font-size: ${tokens.body};
  cursor: pointer;
  &:hover {
    border-color: ${tokens.lineStrong};
    background: ${tokens.surface3};
  }
  & > span:last-of-type {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  ${touch} {
    min-height: 44px;
    border-radius: 22px;
  }
`;
