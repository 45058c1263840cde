import { createElement, lazy, useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { apiRequest, isSessionOver } from '../http/api-client';
import { logError } from '../log';

/** Thrown when the code of a part of the page fails to load. */
export class CodeMissing extends Error {
  constructor(cause: unknown) {
    super('The code of a part of the page failed to load.', { cause });
    this.name = 'CodeMissing';
  }
}

/**
 * Makes a component whose code loads when it is shown, or earlier by `preload`. Unlike React's `lazy`, it renders at
 * once if its code has already loaded, without a flash of the fallback.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null;
  /** @throws CodeMissing */
  async function preload(): Promise<ComponentType<Props>> {
    try {
      return (loaded = await load());
    } catch (error) {
      throw new CodeMissing(error);
    }
  }
  const ask = () => lazy(async () => ({ default: (await preload()) as ComponentType<object> }));
  let Late = ask();
  function Lazy(props: Props) {
    // The component must not change while it is mounted.
    const [Shown] = useState(() => loaded ?? (Late as ComponentType<Props>));
    return createElement(Shown, props);
  }
  /** Makes the next mount load the code again; React's `lazy` would remember the failure forever. */
  function forgetFailure(): void {
    Late = ask();
  }
  return Object.assign(Lazy, { preload, forgetFailure });
}

/**
 * Loads code again after a failure. If it fails although the server answers, the page comes from an older deployment
 * whose files are gone; the page is then reloaded, and the new page restores the drafts.
 * @returns true if the code was loaded
 */
export async function loadAgain(load: () => Promise<unknown>, reload = reloadPage): Promise<boolean> {
  try {
    await load();
    return true;
  } catch (error) {
    logError('Code that was requested again failed to load', error);
    // If the server cannot be reached, a reload would replace this page with the browser's error page.
    if (await doesServerAnswer()) reload();
    return false;
  }
}

const reloadPage = (): void => window.location.reload();

const doesServerAnswer = (): Promise<boolean> => apiRequest('GET', '/api/auth/user').then(() => true, isSessionOver);

/** Milliseconds after which a screen is expected to have fetched its own data. */
const QUIET_MS = 5_000;

/** Loads code in advance that may be needed when the network is down or the old deployment is gone. */
export function useFetchedAhead(preload: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void preload(), QUIET_MS);
    return () => clearTimeout(timer);
  }, [preload]);
}
