import type { Project } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { uploadStore } from '../uploads/upload-store';
import { deleteProjectFile, projectFilePlace, uploadProjectFile, type ProjectFile } from './project-file';
import { useExternalStore } from '../../platform/useOutside';

/** Upload and deletion of a project's file, with what is under way. */
export function useProjectFile(project: Project, kind: ProjectFile) {
  const queryClient = useQueryClient();
  const store = uploadStore(queryClient);
  const place = projectFilePlace(project.id, kind);
  const running = useExternalStore(store.subscribe, () => store.list(place)[0] ?? null);
  const [deleting, setDeleting] = useState(false);
  return {
    uploading: running,
    deleting,
    upload(file: File) {
      if (!running) void uploadProjectFile(queryClient, project, kind, file);
    },
    cancelUpload() {
      if (running) store.cancel(place, running.id);
    },
    async remove() {
      setDeleting(true);
      await deleteProjectFile(queryClient, project, kind);
      setDeleting(false);
    },
  };
}
