import { useEffect } from 'react';

export const documentTitle = (...parts: string[]): string => [...parts.filter(Boolean), 'Storyreel'].join(' · ');

/** Names the page in the browser's tab, most particular part first. */
export function useDocumentTitle(...parts: string[]): void {
  const title = documentTitle(...parts);
  useEffect(() => {
    document.title = title;
  }, [title]);
}
