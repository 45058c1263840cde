import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { tellAccountConnected, tellConnectionFailed } from '../../domains/posts/accounts';

/** Says once how it went at the platform that the browser has just come back from. */
export function useConsentOutcome(): void {
  const { consent } = useSearch({ from: '/social' });
  const navigate = useNavigate();
  useEffect(() => {
    if (consent === undefined) return;
    if (consent === 'connected') tellAccountConnected();
    else tellConnectionFailed();
    // A reload, or the way back, says it no more.
    void navigate({ to: '/social', search: ({ project }) => ({ project }), replace: true });
  }, [consent, navigate]);
}
