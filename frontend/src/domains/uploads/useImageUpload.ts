import { FILE_LIMITS, type UploadPurpose } from '@storyreel/contracts';
import { useEffect, useRef, useState } from 'react';
import { isCancelled } from '../../platform/api-client';
import { tellFailure, toast } from '../../ui';
import { tellUploadFailure } from './tell-upload-failure';
import { uploadFile } from './upload-file';

export type UploadPhase =
  | { state: 'idle' }
  /** progress: 0 to 1. */
  | { state: 'uploading'; progress: number; name: string }
  | { state: 'failed' }
  | { state: 'done' };

export interface ImageUploadOptions {
  purpose: Extract<UploadPurpose, 'image' | 'style-image'>;
  onUploaded: (url: string) => void;
}

const LIMITS_OF = { image: FILE_LIMITS.image, 'style-image': FILE_LIMITS.styleImage } as const;
const megabytes = (bytes: number): string => `${bytes / 1_048_576}MB`;

/** The upload of one image: refused before it starts, or idle → uploading → done or failed. */
export function useImageUpload({ purpose, onUploaded }: ImageUploadOptions) {
  const [phase, setPhase] = useState<UploadPhase>({ state: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  function refusalOf(file: File): { title: string; description: string } | null {
    if (!file.type.startsWith('image/')) {
      return { title: 'Invalid File Type', description: 'Please upload an image file.' };
    }
    // The limit itself is still accepted.
    const limit = LIMITS_OF[purpose];
    return file.size > limit
      ? { title: 'File Too Large', description: `Please upload an image smaller than ${megabytes(limit)}.` }
      : null;
  }

  async function start(file: File): Promise<void> {
    const refusal = refusalOf(file);
    if (refusal) return tellFailure(refusal.title, refusal.description);
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    const show = (next: UploadPhase) => {
      if (running.current === mine) setPhase(next);
    };
    setPhase({ state: 'uploading', progress: 0, name: file.name });
    try {
      const { url } = await uploadFile(file, {
        purpose,
        signal: mine.signal,
        onProgress: (progress) => show({ state: 'uploading', progress, name: file.name }),
      });
      if (running.current !== mine) return;
      setPhase({ state: 'done' });
      onUploaded(url);
      toast({ title: 'Image uploaded successfully!' });
    } catch (error) {
      if (isCancelled(error)) {
        show({ state: 'idle' });
        return;
      }
      show({ state: 'failed' });
      tellUploadFailure(error, 'image');
    }
  }

  return { phase, start, cancel: () => running.current?.abort(), reset: () => setPhase({ state: 'idle' }) };
}
