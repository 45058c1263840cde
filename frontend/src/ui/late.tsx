import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import {
  createContext,
  createElement,
  Suspense,
  use,
  useCallback,
  useEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { lazyComponent } from '../platform/lazy-component';
import { loadAgain } from '../platform/load-again';
import { logError } from '../platform/log';

export interface FaultProps {
  error: unknown;
  /** Somebody asks for it once more. */
  retry: () => void;
  isTrying: boolean;
}

interface LateOptions<Props> {
  /** Stands where the part would; `asked` is what the part was to be shown with. */
  Fault: ComponentType<FaultProps & { asked: Props }>;
  /** While the code is on its way. */
  fallback?: ReactNode;
}

/**
 * A part of the page whose code comes when it is shown, or before by `preload`. What goes wrong with it stays in it and
 * takes nothing else away, and it is tried again when somebody asks for it or the network returns.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Fault, fallback = null }: LateOptions<Props>,
) {
  const Part = lazyComponent(load);
  const Asked = createContext<Props | null>(null);

  function Failed({ error, reset }: ErrorComponentProps) {
    const asked = use(Asked);
    const [isTrying, setTrying] = useState(false);
    const retry = useCallback(async () => {
      setTrying(true);
      if (await loadAgain(Part.preload)) reset();
      setTrying(false);
    }, [reset]);
    useEffect(() => {
      const onOnline = () => void Part.preload().then(reset, () => undefined);
      window.addEventListener('online', onOnline);
      return () => window.removeEventListener('online', onOnline);
    }, [reset]);
    return asked && <Fault asked={asked} error={error} retry={retry} isTrying={isTrying} />;
  }

  function onCatch(error: unknown): void {
    logError('A part of the page could not be shown', error);
    Part.forgetFailure();
  }

  function Late(props: Props) {
    return (
      <Asked value={props}>
        <CatchBoundary getResetKey={() => Late} onCatch={onCatch} errorComponent={Failed}>
          <Suspense fallback={fallback}>{createElement(Part, props)}</Suspense>
        </CatchBoundary>
      </Asked>
    );
  }
  /** What does not come now is told where it is shown. */
  const preload = (): Promise<void> =>
    Part.preload().then(
      () => undefined,
      () => undefined,
    );
  return Object.assign(Late, { preload });
}
