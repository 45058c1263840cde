import type { ComponentType } from 'react';
import { CodeMissing } from '../platform/lazy-component';
import { Unreadable } from '../ui';
import { late, type FaultProps } from '../ui/late';
import { ScreenSkeleton } from './ScreenSkeleton';

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
