import { FILE_LIMITS, LIMITS } from '@storyreel/contracts';
import { nanoid } from 'nanoid';
import { useEffect, useRef, useState } from 'react';
import { uploadFile } from '../../domains/uploads/upload-file';
import { isCancelled } from '../../platform/api-client';
import { logError } from '../../platform/log';
import { reasonOf } from '../../platform/reasons';
import type { AttachedFile } from './post-draft';

/** A file that was picked and is not part of the post yet. */
export interface PickedFile {
  id: string;
  file: File;
  /** 0 to 1, of the bytes sent. */
  fraction: number;
  /** Why it is not uploaded; null while it is on its way. */
  problem: string | null;
  /** Whether trying again makes sense. */
  canRetry: boolean;
}

const MB = 1_048_576;

/** Why a file cannot be part of a post; null when it can. The server checks the bytes themselves. */
export function refusalOf({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!type.startsWith('image/') && !type.startsWith('video/')) return 'Only images and videos can be attached.';
  return size > FILE_LIMITS.postMedia ? `It is larger than ${FILE_LIMITS.postMedia / MB}MB.` : null;
}

interface PostMediaOptions {
  /** How many files the post has already. */
  attached: number;
  onUploaded: (file: AttachedFile) => void;
}

/** Files on their way into the post. They are given up when the composer is left. */
export function usePostMedia({ attached, onUploaded }: PostMediaOptions) {
  const [picked, setPicked] = useState<readonly PickedFile[]>([]);
  const running = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const controller of all.values()) controller.abort();
    };
  }, []);

  const change = (id: string, part: Partial<PickedFile>) =>
    setPicked((files) => files.map((each) => (each.id === id ? { ...each, ...part } : each)));
  const drop = (id: string) => setPicked((files) => files.filter((each) => each.id !== id));

  async function upload(id: string, file: File): Promise<void> {
    const controller = new AbortController();
    running.current.set(id, controller);
    change(id, { fraction: 0, problem: null });
    try {
      const { url, contentType, size } = await uploadFile(file, {
        purpose: 'post-media',
        signal: controller.signal,
        onProgress: (fraction) => change(id, { fraction }),
      });
      // It may have been cancelled between its last byte and the answer.
      if (controller.signal.aborted) return;
      drop(id);
      onUploaded({ url, name: file.name, type: contentType, size });
    } catch (error) {
      if (isCancelled(error)) return;
      logError('A file of a post could not be uploaded', error);
      change(id, { problem: reasonOf(error) ?? 'The upload failed.', canRetry: true });
    } finally {
      running.current.delete(id);
    }
  }

  return {
    picked,
    isUploading: picked.some(({ problem }) => problem === null),
    take(file: File): void {
      const isFull = attached + running.current.size >= LIMITS.postMedia;
      const problem = refusalOf(file) ?? (isFull ? `A post can have ${LIMITS.postMedia} files at most.` : null);
      const id = nanoid();
      setPicked((files) => [...files, { id, file, fraction: 0, problem, canRetry: false }]);
      if (problem === null) void upload(id, file);
    },
    retry: ({ id, file }: PickedFile): void => void upload(id, file),
    /** Cancels what is under way. */
    remove(id: string): void {
      running.current.get(id)?.abort();
      drop(id);
    },
    clear(): void {
      for (const controller of running.current.values()) controller.abort();
      setPicked([]);
    },
  };
}
export type PostMedia = ReturnType<typeof usePostMedia>;
