import { createElement, lazy, useState, type ComponentType } from 'react';

/**
 * A component whose code comes when it is shown, or before by `preload`. Unlike React's own, one that is there already is
 * shown at once, without a fallback that would stand for a while.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null;
  const preload = async (): Promise<ComponentType<Props>> => (loaded = await load());
  const Late = lazy(async () => ({ default: (await preload()) as ComponentType<object> }));
  function Lazy(props: Props) {
    // The same for as long as it is shown.
    const [Shown] = useState(() => loaded ?? (Late as ComponentType<Props>));
    return createElement(Shown, props);
  }
  return Object.assign(Lazy, { preload });
}
