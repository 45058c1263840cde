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

/** Stands in the room of a part that did not come: 'this tab'. */
export const faultOf = (what: string, level?: UnreadableProps['level']) =>
  function Fault({ retry, isTrying }: FaultProps) {
    return <Unreadable level={level} what={what} retry={retry} isTrying={isTrying} />;
  };

/** Of a part that nobody has asked for and that has no room of its own: a toast tells of it. */
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

/** A dialog whose code comes when it is opened; another stands in for one that does not come. */
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
