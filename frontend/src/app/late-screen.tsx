import styled from '@emotion/styled';
import type { ComponentType } from 'react';
import { CodeMissing } from '../platform/lazy/lazy-component';
import { Skeleton, space, Stack, tokens, Unreadable } from '../ui';
import { late } from '../ui/late';
import type { FaultProps } from '../ui/late';

const Frame = styled(Stack)`
  padding: ${space(8)} ${tokens.gutter};
`;

/** Placeholder while a screen's code loads. */
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
  // A screen's own errors go to the router's error screen.
  if (!(error instanceof CodeMissing)) throw error;
  return <Unreadable level={1} what="this screen" retry={retry} isTrying={isTrying} />;
}

/**
 * Makes a screen whose code loads when its address is opened or about to be opened. The router's own lazy loading is
 * not used, because it reloads the page when a file fails to load, and without a network only the browser's error page
 * would be left.
 */
export const lateScreen = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  late(load, { Fault: ScreenFault, fallback: <ScreenSkeleton /> });
