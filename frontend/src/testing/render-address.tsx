import { Global } from '@emotion/react';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { createAppRouter } from '../app/router';
import { globalStyles } from '../ui';
import { renderApp, type RenderedApp } from './render-app';

export interface RenderedAddress extends RenderedApp {
  /** Returns the current path and query string. */
  address: () => string;
  path: () => string;
  /** Opens another address in the same window. */
  go: (address: string) => void;
}

/** Renders the whole app at an address, with the real router, shell and screens. */
export function renderAddress(address = '/', options: { fakeTimers?: boolean } = {}): RenderedAddress {
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createAppRouter(history);
  const app = renderApp(
    <>
      <Global styles={globalStyles} />
      <RouterProvider router={router} />
    </>,
    options,
  );
  return {
    ...app,
    address: () => history.location.href,
    path: () => history.location.pathname,
    go: (to) => history.push(to),
  };
}
