import { Global } from '@emotion/react';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { refuseStrayDrops } from '../platform/stray-drops';
import { globalStyles, Toaster, TooltipProvider } from '../ui';
import type { AppRouter } from './router';

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
