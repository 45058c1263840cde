import type { QueryClient } from '@tanstack/react-query';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { leaveAutosaves } from '../platform/autosave/autosave-registry';
import { idempotencyKeys } from '../platform/http/idempotency-keys';
import { createQueryClient } from '../platform/cache/query-client';
import { refusal } from '../platform/http/api-client';
import { session } from '../platform/session/session';
import { dismissToast, Toaster, TooltipProvider } from '../ui';

// The first visit of a screen loads its code, which takes a busy machine a while.
configure({ asyncUtilTimeout: 10_000 });

/** What jsdom lacks and the primitives ask for. */
export function completeBrowser(): void {
  globalThis.ResizeObserver ??= class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  };
  Element.prototype.scrollIntoView ??= () => {};
  Element.prototype.hasPointerCapture ??= () => false;
  Element.prototype.setPointerCapture ??= () => {};
  Element.prototype.releasePointerCapture ??= () => {};
  // As fake-window.ts: nothing moves by itself in tests that do not ask for it.
  window.matchMedia ??= (query) => ({ matches: query.includes('reduced-motion') }) as MediaQueryList;
  HTMLMediaElement.prototype.load = () => {};
  URL.createObjectURL ??= () => 'blob:test';
  URL.revokeObjectURL ??= () => {};
}

export interface RenderedApp {
  user: ReturnType<typeof userEvent.setup>;
  queryClient: QueryClient;
  /** Shows something else in its place; what is cached stays. */
  show: (ui: ReactNode) => void;
}

/** Renders components with what surrounds them in the application. fakeTimers: the test moves the clock. */
export function renderApp(ui: ReactNode, { fakeTimers = false } = {}): RenderedApp {
  completeBrowser();
  const queryClient = createQueryClient();
  const advance = fakeTimers ? { advanceTimers: jest.advanceTimersByTime } : {};
  const around = (content: ReactNode) => (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        {content}
        <Toaster />
      </TooltipProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(around(ui));
  return {
    user: userEvent.setup({ ...advance, pointerEventsCheck: 0 }),
    queryClient,
    show: (content) => rerender(around(content)),
  };
}

/** To be called after each test: what lives as long as the window must not reach the next one. */
export function leaveApp(): void {
  refusal.set(null);
  cleanup();
  leaveAutosaves();
  idempotencyKeys.forgetAll();
  session.end();
  dismissToast();
}
