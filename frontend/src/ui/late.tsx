import { CatchBoundary } from '@tanstack/react-router';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { createContext, createElement, Suspense, use, useCallback, useEffect, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { lazyComponent, loadAgain } from '../platform/lazy/lazy-component';
import { logError } from '../platform/log';
import { ConfirmDialog } from './ConfirmDialog';
import { useFocusReturn } from './Dialog';
import { Unreadable } from './EmptyState';
import type { UnreadableProps } from './EmptyState';
import { toast } from './toast-store';

export interface FaultProps {
  error: unknown;
  /** Loads the code again. */
  retry: () => void;
  isTrying: boolean;
}

interface LateOptions<Props> {
  /** Shown in place of the part when it failed to load; `asked` are the part's props. */
  Fault: ComponentType<FaultProps & { asked: Props }>;
  /** Shown while the code loads. */
  fallback?: ReactNode;
}

/**
 * Makes a part of the page whose code loads when it is shown, or earlier by `preload`. A failure affects only this
 * part; loading is retried on request and when the network returns.
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
  /** Ignores failures, which are reported only when the part is shown. */
  const preload = (): Promise<void> =>
    Part.preload().then(
      () => undefined,
      () => undefined,
    );
  return Object.assign(Late, { preload });
}

/** Returns an error message to show in place of a part, such as 'this tab'. */
export const faultOf = (what: string, level?: UnreadableProps['level']) =>
  function Fault({ retry, isTrying }: FaultProps) {
    return <Unreadable level={level} what={what} retry={retry} isTrying={isTrying} />;
  };

/**
 * Returns a component that shows a toast when a part fails to load, for parts that the user did not request and that
 * have no place on the page.
 */
export const toldFaultOf = (what: string) =>
  function Fault({ retry, isTrying }: FaultProps) {
    useEffect(() => {
      if (isTrying) return;
      toast({
        title: `Couldn't load ${what}`,
        description: 'Check your connection and try again.',
        variant: 'destructive',
        action: { label: 'Try Again', onClick: retry },
      });
    }, [isTrying, retry]);
    return null;
  };

/** Makes a dialog whose code loads when it is opened; if loading fails, an error dialog opens instead. */
export const lateDialog = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  close: (asked: Props) => void,
) =>
  late(load, {
    Fault: ({ asked, ...fault }) => <DialogFault {...fault} onClose={() => close(asked)} />,
  });

function DialogFault({ retry, isTrying, onClose }: FaultProps & { onClose: () => void }) {
  const returnFocus = useFocusReturn(true);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Couldn't open this"
      body="Nothing is lost. Check your connection and try again."
      confirmLabel="Try Again"
      cancelLabel="Close"
      pending={isTrying}
      onConfirm={retry}
      onCloseAutoFocus={returnFocus}
    />
  );
}
