import { createElement, lazy, useState, type ComponentType } from 'react';

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
