import { createElement, lazy, useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { apiRequest, isSessionOver } from '../http/api-client';
import { logError } from '../log';

/** The code of a part of the page did not come. */
export class CodeMissing extends Error {
  constructor(cause: unknown) {
    super('The code of a part of the page did not come.', { cause });
    this.name = 'CodeMissing';
  }
}

/**
 * A component whose code comes when it is shown, or before by `preload`. Unlike React's own, one that is there already is
 * shown at once, without a fallback that would stand for a while.
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
    // The same for as long as it is shown.
    const [Shown] = useState(() => loaded ?? (Late as ComponentType<Props>));
    return createElement(Shown, props);
  }
  /** React's own remembers a failure for good. The next one that is shown asks anew. */
  function forgetFailure(): void {
    Late = ask();
  }
  return Object.assign(Lazy, { preload, forgetFailure });
}

/**
 * Loads once more what did not come, because somebody asks for it. Where the server answers and it still does not come,
 * the page is of an older deployment, whose files are gone: only a new page helps, and finds there what was typed.
 * @returns whether it came
 */
export async function loadAgain(load: () => Promise<unknown>, reload = reloadPage): Promise<boolean> {
  try {
    await load();
    return true;
  } catch (error) {
    logError('What is tried again did not come', error);
    // Without a server a reload would leave the browser's own error page, and nothing of this one.
    if (await doesServerAnswer()) reload();
    return false;
  }
}

const reloadPage = (): void => window.location.reload();

const doesServerAnswer = (): Promise<boolean> => apiRequest('GET', '/api/auth/user').then(() => true, isSessionOver);

/** Milliseconds in which a screen has fetched what it needs itself. */
const QUIET_MS = 5_000;

/** Fetches code ahead that is wanted just when there may be no way to fetch it. */
export function useFetchedAhead(preload: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void preload(), QUIET_MS);
    return () => clearTimeout(timer);
  }, [preload]);
}
