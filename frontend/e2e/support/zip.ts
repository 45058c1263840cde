import { open } from 'yauzl';

/** Returns the paths of the files in a ZIP and their sizes in bytes; rejects when it is damaged. */
export function zipEntries(file: string): Promise<Map<string, number>> {
  return new Promise((resolve, reject) => {
    open(file, { lazyEntries: true }, (error, zip) => {
      if (error) {
        reject(error);
        return;
      }
      const sizes = new Map<string, number>();
      zip.on('entry', (entry: { fileName: string; uncompressedSize: number }) => {
        sizes.set(entry.fileName, entry.uncompressedSize);
        zip.readEntry();
      });
      zip.on('end', () => resolve(sizes));
      zip.on('error', reject);
      zip.readEntry();
    });
  });
}
