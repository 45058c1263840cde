import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

const MARKED = '[aria-invalid="true"]:not(:disabled)';

/** Where a form is refused, the focus goes to the first field that it marks: call `refuse` together with what marks it. */
export function useFaultFocus(): { form: RefObject<HTMLFormElement | null>; refuse: () => void } {
  const form = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>(MARKED)?.focus();
  }, [refusals]);
  const refuse = useCallback(() => setRefusals((before) => before + 1), []);
  return { form, refuse };
}
