import { onePerWindow } from '../../platform/query-client';
import { createKeyedStore } from '../../platform/store';

/** A file on its way to the server. `fraction` is 0 to 1. */
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
 * Uploads under way by place ('<scene id>/image'). They belong to the window: a strip that scrolls out of sight neither
 * stops its upload nor loses sight of it.
 */
class UploadStore {
  private readonly running = createKeyedStore<readonly Running[]>();
  private lastId = 0;

  list = (place: string): readonly PendingUpload[] => this.running.get(place) ?? NONE;

  subscribe = this.running.subscribe;

  /** Shows the file as uploading for as long as the work takes. */
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

/** The window's uploads. */
export const uploadStore = onePerWindow(() => new UploadStore());
