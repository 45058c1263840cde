import { Global } from '@emotion/react';
import { QueryClientProvider } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { globalStyles, Toaster, TooltipProvider } from '../ui';
import type { AppRouter } from './router';

const carriesFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/** Refuses files that no drop zone has accepted; the browser would open them in place of this page. */
function refuse(event: DragEvent): void {
  if (event.defaultPrevented || !carriesFiles(event)) return;
  event.preventDefault();
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
}

/** Keeps the browser from leaving the page when a file is dropped outside a drop zone. Returns a stop function. */
function refuseStrayDrops(): () => void {
  const kinds = ['dragover', 'drop'] as const;
  for (const kind of kinds) window.addEventListener(kind, refuse);
  return () => kinds.forEach((kind) => window.removeEventListener(kind, refuse));
}

export function App({ queryClient, router }: { queryClient: QueryClient; router: AppRouter }) {
  useEffect(refuseStrayDrops, []);
  return (
    <QueryClientProvider client={queryClient}>
      <Global styles={globalStyles} />
      <TooltipProvider>
        <RouterProvider router={router} />
        <Toaster />
      </TooltipProvider>
    </QueryClientProvider>
  );
}
