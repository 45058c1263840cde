import styled from '@emotion/styled';
import { space } from '../../ui';

/** Fields beside each other, as many as fit. */
export const FilterGrid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 184px), 1fr));
  align-items: start;
  gap: ${space(4)};
`;
