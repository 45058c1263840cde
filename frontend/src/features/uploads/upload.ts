import type { FinalizedUpload, UploadPurpose } from '@storyreel/contracts';
import { onePerWindow } from '../../platform/cache/query-client';
import { ApiError, apiRequest, withSession } from '../../platform/http/api-client';
import { lazySchema } from '../../platform/lazy/lazy-schema';
import { createKeyedStore } from '../../platform/store';
import { tellError } from '../../ui';

/**
 * Shows the server's message when a retry cannot help: the file is too large, damaged or of the wrong type, or there is
 * no space.
 */
export function notifyOfUploadFailure(error: unknown, thing: string): void {
  tellError('Upload Failed', error, `Failed to upload ${thing}. Please try again.`);
}

export interface UploadOptions {
  purpose: UploadPurpose;
  /**
   * Route of the first step: /api/objects/upload for images and general files, /api/upload for audio and completed
   * videos.
   */
  firstStep?: '/api/upload' | '/api/objects/upload';
  /** Called with the share of bytes sent, from 0 to 1. */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
}

const aborted = () => new DOMException('The upload was cancelled', 'AbortError');

interface SendOptions extends Pick<UploadOptions, 'onProgress' | 'signal'> {
  headers?: Record<string, string>;
}

/** Sends a file unchanged. Uses XMLHttpRequest, because fetch does not report the progress of uploads. */
export function sendFile(
  method: 'POST' | 'PUT',
  uploadURL: string,
  file: Blob,
  { onProgress, signal, headers = {} }: SendOptions,
): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    const settle = (end: () => void) => {
      signal?.removeEventListener('abort', cancel);
      end();
    };
    request.open(method, uploadURL);
    // The upload address is signed, so the session is sent only to this app's own server.
    request.withCredentials = new URL(uploadURL, location.href).origin === location.origin;
    if (file.type) request.setRequestHeader('content-type', file.type);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total);
    };
    request.onload = () => settle(() => resolve(request));
    request.onerror = () => settle(() => reject(new TypeError("The upload didn't reach the server")));
    request.onabort = () => settle(() => reject(aborted()));
    signal?.addEventListener('abort', cancel, { once: true });
    request.send(file);
  });
}

/**
 * Uploads a file in three steps: requests an address, sends the raw file, and finalises it to a public URL. In the
 * result, `contentType` is the type that the server detected, and `size` is in bytes. Rejects with the failed step's
 * ApiError, or with an AbortError when cancelled.
 */
export async function uploadFile(file: File, options: UploadOptions): Promise<FinalizedUpload> {
  const { purpose, firstStep = '/api/objects/upload', onProgress, signal } = options;
  if (signal?.aborted) throw aborted();
  const query = new URLSearchParams({ purpose, size: String(file.size) });
  if (file.type) query.set('type', file.type);
  const { uploadURL } = await apiRequest('POST', `${firstStep}?${query.toString()}`, undefined, {
    schema: lazySchema('uploadResponseSchema'),
    signal,
  });
  onProgress?.(0);
  const { status, responseText, statusText } = await withSession(
    () => sendFile('PUT', uploadURL, file, options),
    signal,
  );
  if (status < 200 || status >= 300) throw new ApiError(status, responseText, statusText);
  onProgress?.(1);
  const body = { uploadURL, visibility: 'public' };
  return apiRequest('POST', '/api/objects/finalize', body, { schema: lazySchema('finalizeResponseSchema'), signal });
}

/** An upload in progress. `fraction` is from 0 to 1. */
export interface PendingUpload {
  id: string;
  filename: string;
  fraction: number;
}

interface Running extends PendingUpload {
  controller: AbortController;
}

interface UploadHandle {
  signal: AbortSignal;
  onProgress(fraction: number): void;
}

const NONE: readonly PendingUpload[] = [];

/**
 * Uploads in progress by place ('<scene id>/image'). They are kept per window, so that a strip which scrolls out of
 * view neither stops nor loses its upload.
 */
class UploadStore {
  private readonly running = createKeyedStore<readonly Running[]>();
  private lastId = 0;

  list = (place: string): readonly PendingUpload[] => this.running.get(place) ?? NONE;

  subscribe = this.running.subscribe;

  /** Shows the file as uploading while `work` runs. */
  async run(place: string, filename: string, work: (handle: UploadHandle) => Promise<void>): Promise<void> {
    const id = `upload-${++this.lastId}`;
    const controller = new AbortController();
    this.change(place, (uploads) => [...uploads, { id, filename, fraction: 0, controller }]);
    const onProgress = (fraction: number) =>
      this.change(place, (uploads) => uploads.map((upload) => (upload.id === id ? { ...upload, fraction } : upload)));
    try {
      await work({ signal: controller.signal, onProgress });
    } finally {
      this.change(place, (uploads) => uploads.filter((upload) => upload.id !== id));
    }
  }

  cancel(place: string, id: string): void {
    this.running
      .get(place)
      ?.find((upload) => upload.id === id)
      ?.controller.abort();
  }

  private change(place: string, next: (uploads: readonly Running[]) => readonly Running[]): void {
    const uploads = next(this.running.get(place) ?? []);
    this.running.set(place, uploads.length === 0 ? undefined : uploads);
  }
}

/** The uploads of this window. */
export const uploadStore = onePerWindow(() => new UploadStore());
