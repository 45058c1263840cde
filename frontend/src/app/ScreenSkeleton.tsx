import styled from '@emotion/styled';
import { Skeleton, space, Stack, tokens } from '../ui';

const Frame = styled(Stack)`
  padding: ${space(8)} ${tokens.gutter};
`;

/** While a screen's code is on its way. */
export function ScreenSkeleton() {
  return (
    <Frame gap={4} role="status" aria-busy="true" aria-label="Loading">
      <Skeleton width="240px" height="32px" />
      <Skeleton width="360px" height="20px" />
      <Skeleton height="320px" radius={tokens.radiusCard} />
    </Frame>
  );
}
