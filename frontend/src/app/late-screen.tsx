import styled from '@emotion/styled';
import type { ComponentType } from 'react';
import { CodeMissing } from '../platform/lazy/lazy-component';
import { Skeleton, space, Stack, tokens, Unreadable } from '../ui';
import { late } from '../ui/late';
import type { FaultProps } from '../ui/late';

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

function ScreenFault({ error, retry, isTrying }: FaultProps) {
  // What a screen does wrong itself is told as that.
  if (!(error instanceof CodeMissing)) throw error;
  return <Unreadable level={1} what="this screen" retry={retry} isTrying={isTrying} />;
}

/**
 * A screen that is fetched when its address is opened, or is about to be. The router's own would reload the page as soon
 * as a file does not come, and without a network leave the browser's error page in its place.
 */
export const lateScreen = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  late(load, { Fault: ScreenFault, fallback: <ScreenSkeleton /> });
