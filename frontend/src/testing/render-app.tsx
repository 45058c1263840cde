import type { QueryClient } from '@tanstack/react-query';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { followDates } from '../features/account/api';
import { leaveAutosaves } from '../platform/autosave/autosave-registry';
import { idempotencyKeys } from '../platform/http/idempotency-keys';
import { createQueryClient } from '../platform/cache/query-client';
import { refusal } from '../platform/http/api-client';
import { DATES_OF_BROWSER, writeDates } from '../platform/time/written-dates';
import { session } from '../platform/session/session';
import { dismissToast, Toaster, TooltipProvider } from '../ui';

// The first visit of a screen loads its code, which is slow on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

/** Adds browser APIs that jsdom lacks and the UI primitives need. */
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
  // The same default as in fake-window.ts: reduced motion, unless a test changes it.
  window.matchMedia ??= (query) =>
    ({
      matches: query.includes('reduced-motion'),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }) as Partial<MediaQueryList> as MediaQueryList;
  HTMLMediaElement.prototype.load = () => {};
  URL.createObjectURL ??= () => 'blob:test';
  URL.revokeObjectURL ??= () => {};
}

export interface RenderedApp {
  user: User;
  queryClient: QueryClient;
  /** Replaces the rendered content; the cache is kept. */
  show: (ui: ReactNode) => void;
}

type User = ReturnType<typeof userEvent.setup>;

/**
 * Returns a user who pastes all of a text except its last character, because each typed character rerenders the screen.
 */
function quickUser(user: User): User {
  const type: User['type'] = async (element, text, options) => {
    const isPlain = text.length > 2 && !/[{[]/.test(text) && options === undefined;
    if (!isPlain) return user.type(element, text, options);
    await user.click(element);
    await user.paste(text.slice(0, -1));
    await user.keyboard(text.slice(-1));
  };
  return { ...user, type };
}

/** Renders components within the app's providers. With fakeTimers, only the test advances the clock. */
export function renderApp(ui: ReactNode, { fakeTimers = false } = {}): RenderedApp {
  completeBrowser();
  const queryClient = createQueryClient();
  followDates(queryClient);
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
    user: quickUser(userEvent.setup({ ...advance, pointerEventsCheck: 0 })),
    queryClient,
    show: (content) => rerender(around(content)),
  };
}

/** Resets state that lives as long as the window; must be called after each test. */
export function leaveApp(): void {
  refusal.set(null);
  cleanup();
  leaveAutosaves();
  idempotencyKeys.forgetAll();
  session.end();
  dismissToast();
  writeDates(DATES_OF_BROWSER);
}
