import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type RefObject } from 'react';
import { newProjects } from '../../../domains/projects/new-projects';

/** Whoever has just created a project wants to write: the cursor waits in its story. */
export function useFirstFocus(projectId: string, field: RefObject<HTMLElement | null>): void {
  const created = newProjects(useQueryClient());
  useEffect(() => {
    if (created.delete(projectId)) field.current?.focus({ preventScroll: true });
  }, [created, projectId, field]);
}
