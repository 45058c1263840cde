import { FILE_LIMITS } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, isCancelled, withSession } from '../../platform/http/api-client';
import { reasonOf } from '../../platform/http/failures';
import { idempotencyHeader, idempotencyKeys } from '../../platform/http/idempotency-keys';
import { logError } from '../../platform/log';
import { Dialog, Progress, Stack, tellFailure, toast } from '../../ui';
import { projectAnswer, refreshProjects, setProjectInCache } from '../projects/api';
import { useOpenProject } from '../projects/useOpenProject';
import { sendFile, type PendingUpload } from '../uploads/upload';
import { UploadArea } from '../uploads/UploadArea';

const GB = 1_073_741_824;
const TITLE = "Couldn't import the project";

/**
 * Sends the file. The same file always has the same key, so that it is imported only once, even after a broken
 * connection.
 */
async function importFile(file: File, options: { onProgress: (fraction: number) => void; signal: AbortSignal }) {
  const schema = await projectAnswer();
  const { name, size, lastModified } = file;
  return idempotencyKeys.once('import-project', { name, size, lastModified }, async (key) => {
    // Replaces the MIME type that the browser guesses.
    const body = new Blob([file], { type: 'application/zip' });
    const headers = idempotencyHeader(key);
    const { status, responseText, statusText } = await withSession(
      () => sendFile('POST', '/api/projects/import', body, { ...options, headers }),
      options.signal,
    );
    if (status < 200 || status >= 300) throw new ApiError(status, responseText, statusText);
    return schema.parse(JSON.parse(responseText));
  });
}

/** Imports a file made by Export Project, here or in another installation, and opens the project. */
export default function ImportProjectDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const { open } = useOpenProject();
  const [sending, setSending] = useState<PendingUpload | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function take(file: File): Promise<void> {
    if (file.size > FILE_LIMITS.projectFile)
      return tellFailure('File Too Large', `A project file can have at most ${FILE_LIMITS.projectFile / GB} GB.`);
    const controller = new AbortController();
    running.current = controller;
    const onProgress = (fraction: number) => setSending({ id: 'import', filename: file.name, fraction });
    onProgress(0);
    try {
      const project = await importFile(file, { onProgress, signal: controller.signal });
      setProjectInCache(queryClient, project);
      void refreshProjects(queryClient);
      toast({ title: 'Project imported', description: project.title });
      onClose();
      open(project.id);
    } catch (error) {
      if (isCancelled(error)) return;
      logError('A project could not be imported', error);
      tellFailure(TITLE, reasonOf(error) ?? 'Please try again.');
    } finally {
      setSending(null);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Import Project"
      description="Choose a file made with Export Project, here or in another installation. It becomes a new project of yours."
    >
      {sending && sending.fraction >= 1 ? (
        <Stack gap={2} role="status">
          <span>{`Reading ${sending.filename}. Large projects take some minutes.`}</span>
          <Progress value={null} label={`Import of ${sending.filename}`} />
        </Stack>
      ) : (
        <UploadArea
          accept=".storyreel,.zip,application/zip"
          title="Project File"
          hint="Drop a .storyreel file here, or click to choose one"
          uploading={sending}
          onFile={(file) => void take(file)}
          onCancel={() => running.current?.abort()}
        />
      )}
    </Dialog>
  );
}
