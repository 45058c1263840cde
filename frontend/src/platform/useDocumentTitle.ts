import { useEffect } from 'react';

export const documentTitle = (...parts: string[]): string => [...parts.filter(Boolean), 'Storyreel'].join(' · ');

/** Sets the document's title from its parts, the most specific one first. */
export function useDocumentTitle(...parts: string[]): void {
  const title = documentTitle(...parts);
  useEffect(() => {
    document.title = title;
  }, [title]);
}
