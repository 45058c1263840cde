import { cutText, LIMITS } from '@storyreel/contracts';
import type { FinalizedUpload, Project, UpdateProjectRequest } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { apiRequest } from '../../../platform/http/api-client';
import { lazySchema } from '../../../platform/lazy/lazy-schema';
import { useExternalStore } from '../../../platform/store';
import { tellError, tellFailure, tellRestored, toast } from '../../../ui';
import type { ToastOptions } from '../../../ui';
import { refreshProjectRow, setProjectInCache } from '../../projects/api';
import { uploadFile, uploadStore } from '../../uploads/upload';
import type { DomainError } from './files';

/** A project's single file of some kind: its narration, its film's music or its finished video. */
export interface ProjectFile {
  purpose: 'audio' | 'completed-video';
  refuse(file: File): DomainError | null;
  /** Returns the fields that assign the file to the project. */
  fields(url: string, filename: string): UpdateProjectRequest;
  /** The fields that remove the file from the project. */
  none: UpdateProjectRequest;
  /** Returns the project's present fields, so that a change can be undone. */
  current(project: Project): UpdateProjectRequest;
  uploaded(project: Project): ToastOptions;
  deleted: ToastOptions;
  restored: ToastOptions;
  /** Noun for the file in error messages. */
  thing: string;
}

async function save(queryClient: QueryClient, projectId: string, changes: UpdateProjectRequest): Promise<void> {
  const schema = lazySchema('projectSchema');
  setProjectInCache(queryClient, await apiRequest('PATCH', `/api/projects/${projectId}`, changes, { schema }));
  void refreshProjectRow(queryClient, projectId);
}

const projectFilePlace = (projectId: string, kind: ProjectFile): string => `${projectId}/${kind.thing}`;

/** Uploads a picked or dropped file and assigns it to the project. Never rejects; errors are shown as toasts. */
export async function uploadProjectFile(queryClient: QueryClient, project: Project, kind: ProjectFile, file: File) {
  const refusal = kind.refuse(file);
  if (refusal) return tellFailure(refusal.title, refusal.description);
  const store = uploadStore(queryClient);
  await store.run(projectFilePlace(project.id, kind), file.name, async ({ signal, onProgress }) => {
    try {
      const options = { purpose: kind.purpose, firstStep: '/api/upload', onProgress, signal } as const;
      const { url }: FinalizedUpload = await uploadFile(file, options);
      await save(queryClient, project.id, kind.fields(url, cutText(file.name, LIMITS.filename)));
      toast(kind.uploaded(project));
    } catch (error) {
      if (!signal.aborted) tellError('Upload Failed', error, `Failed to upload ${kind.thing}. Please try again.`);
    }
  });
}

const restore = (queryClient: QueryClient, projectId: string, kind: ProjectFile, fields: UpdateProjectRequest) =>
  tellRestored(kind.thing, async () => {
    await save(queryClient, projectId, fields);
    return kind.restored;
  });

/** Assigns a file that is already stored to the project, and offers undo. Never rejects. */
export async function putProjectFile(
  queryClient: QueryClient,
  project: Project,
  kind: ProjectFile,
  { url, filename, told }: { url: string; filename: string; told: string },
): Promise<void> {
  const before = kind.current(project);
  try {
    await save(queryClient, project.id, kind.fields(url, cutText(filename, LIMITS.filename)));
    toast({ title: told, undo: () => restore(queryClient, project.id, kind, before) });
  } catch (error) {
    tellError('Save Failed', error, 'Failed to save changes. Please try again.');
  }
}

/** Removes the file from the project, and offers undo. */
export async function deleteProjectFile(queryClient: QueryClient, project: Project, kind: ProjectFile): Promise<void> {
  const before = kind.current(project);
  try {
    await save(queryClient, project.id, kind.none);
    toast({ ...kind.deleted, undo: () => restore(queryClient, project.id, kind, before) });
  } catch (error) {
    tellError('Deletion failed', error, `Failed to delete ${kind.thing}. Please try again.`);
  }
}

/** Uploads and deletes a project's file, and reports the progress. */
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
