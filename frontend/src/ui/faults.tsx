import { useEffect } from 'react';
import type { FaultProps } from './late';
import { toast } from './toast-store';
import { Unreadable, type UnreadableProps } from './Unreadable';

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
