import type { Response } from 'supertest';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';

const read = (zip: ZipFile, entry: Entry): Promise<Buffer> =>
  new Promise((done, failed) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return failed(error);
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => done(Buffer.concat(chunks)));
    });
  });

/** Returns the files of a ZIP by their names. */
export const unzip = (bytes: Buffer): Promise<Map<string, Buffer>> =>
  new Promise((done, failed) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return failed(error);
      const files = new Map<string, Buffer>();
      zip.on('entry', (entry: Entry) => {
        read(zip, entry).then((content) => {
          files.set(entry.fileName, content);
          zip.readEntry();
        }, failed);
      });
      zip.on('end', () => done(files));
      zip.readEntry();
    });
  });

/** Parser for supertest that returns a response's bytes. */
export const binary = (response: Response, done: (error: Error | null, bytes: Buffer) => void): void => {
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  response.on('end', () => done(null, Buffer.concat(chunks)));
};
