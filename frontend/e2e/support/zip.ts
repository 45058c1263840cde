import { text } from 'node:stream/consumers';
import { open, type Entry } from 'yauzl';

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

/** Returns the text of a file in a ZIP; rejects when there is none of that path. */
export function zipText(file: string, name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    open(file, { lazyEntries: true }, (error, zip) => {
      if (error) {
        reject(error);
        return;
      }
      zip.on('entry', (entry: Entry) => {
        if (entry.fileName !== name) {
          zip.readEntry();
          return;
        }
        zip.openReadStream(entry, (fault, stream) => {
          if (fault) reject(fault);
          else text(stream).then(resolve, reject);
        });
      });
      zip.on('end', () => reject(new Error(`There is no ${name} in ${file}.`)));
      zip.on('error', reject);
      zip.readEntry();
    });
  });
}
