import { Readable } from 'node:stream';
import type { KeptResults, MadeFile } from '../integrations/results/kept-results';

export class ResultsInMemory implements KeptResults {
  readonly all = new Map<string, { files: readonly MadeFile[]; usd?: number }>();
  keep(id: string, files: readonly MadeFile[], usd?: number): Promise<void> {
    this.all.set(id, { files, usd });
    return Promise.resolve();
  }
  find(id: string) {
    const found = this.all.get(id);
    return Promise.resolve(found ? { mimeTypes: found.files.map(({ mimeType }) => mimeType), usd: found.usd } : null);
  }
  open(id: string, index: number) {
    const file = this.all.get(id)?.files[index];
    return Promise.resolve(file ? { stream: Readable.from([file.bytes]), size: file.bytes.length } : null);
  }
}
