import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { FILE_LIMITS, LIMITS } from '@storyreel/contracts';
import { type Entry, open, type ZipFile } from 'yauzl';
import type { z } from 'zod';
import { DomainError } from '../../lib/domain-error';
import {
  PROJECT_FILE_VERSION,
  type ProjectFileManifest,
  projectFileKindSchema,
  projectFileManifestSchema,
} from './format';

const MB = 1_048_576;
/** Maximum number of files: media and a few texts. */
const MOST_ENTRIES = LIMITS.projectFileMedia + 10;
const MANIFEST_BYTES = 8 * MB;

export const MANIFEST = 'manifest.json';
export const PROVENANCE = 'provenance.json';

const bad = (message: string): DomainError => new DomainError('bad_request', message);
const noZip = (): DomainError => bad("This isn't a project file of Storyreel, or it is damaged.");
const foreign = (): DomainError =>
  bad("This ZIP isn't a project file of Storyreel. Choose a file made with Export Project.");
const newer = (): DomainError =>
  bad('A newer release of Storyreel wrote this file. Update this installation, then import it again.');
export const wasChanged = (file: string): DomainError =>
  bad(`${file} was changed or damaged after the project was exported. Please export it again.`);
export const tooLarge = (message: string): DomainError => new DomainError('payload_too_large', message);

const opened = (path: string): Promise<ZipFile> =>
  new Promise((done, failed) => {
    open(path, { lazyEntries: true, autoClose: false }, (error, zip) => (error ? failed(error) : done(zip)));
  });

/**
 * Reads only the ZIP's directory, not its files.
 * @throws DomainError
 */
async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MOST_ENTRIES) throw tooLarge('This file has too many files in it.');
  const entries = new Map<string, Entry>();
  let bytes = 0;
  await new Promise<void>((done, failed) => {
    zip.on('error', failed);
    zip.on('end', done);
    zip.on('entry', (entry: Entry) => {
      bytes += entry.uncompressedSize;
      if (bytes > FILE_LIMITS.projectFile)
        return failed(tooLarge(`A project file can have at most ${FILE_LIMITS.projectFile / MB} MB.`));
      if (entries.has(entry.fileName) || entry.isEncrypted()) return failed(noZip());
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
  return entries;
}

/**
 * A project file on disk. Its content is not trusted: each part is read within size limits and compared with its hash.
 */
export class ProjectFile {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
    readonly manifest: ProjectFileManifest,
  ) {}

  /**
   * Opens a project file and reads its manifest.
   * @throws DomainError that states what is wrong with the file
   */
  static async open(path: string): Promise<ProjectFile> {
    const zip = await opened(path).catch(() => {
      throw noZip();
    });
    try {
      const entries = await entriesOf(zip);
      const text = await new ProjectFile(zip, entries, NOT_READ).bytes(MANIFEST, MANIFEST_BYTES);
      if (text === null) throw foreign();
      return new ProjectFile(zip, entries, manifestIn(text));
    } catch (error) {
      zip.close();
      // The ZIP library throws plain errors for every kind of damaged file.
      throw error instanceof DomainError ? error : noZip();
    }
  }

  close(): void {
    this.zip.close();
  }

  /** Returns the number of bytes of a file in the ZIP; null when there is no such file. */
  sizeOf(file: string): number | null {
    return this.entries.get(file)?.uncompressedSize ?? null;
  }

  /**
   * Reads a text file and checks its hash against the manifest.
   * @throws DomainError
   */
  async text({ file, sha256 }: ProjectFileManifest['project']): Promise<string> {
    const bytes = await this.bytes(file, FILE_LIMITS.projectFileText);
    if (bytes === null || createHash('sha256').update(bytes).digest('hex') !== sha256) throw wasChanged(file);
    return bytes.toString('utf8');
  }

  /**
   * Reads a small file; null when it is missing.
   * @throws DomainError
   */
  async bytes(file: string, maxBytes: number): Promise<Buffer | null> {
    const size = this.sizeOf(file);
    if (size === null) return null;
    if (size > maxBytes) throw tooLarge(`${file} is too large: at most ${maxBytes / MB} MB are allowed.`);
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of await this.read(file)) chunks.push(chunk as Buffer);
    } catch {
      throw wasChanged(file);
    }
    return Buffer.concat(chunks);
  }

  /** Opens a file in the ZIP. The stream fails if it has more or fewer bytes than the directory states. */
  read(file: string): Promise<Readable> {
    const entry = this.entries.get(file);
    if (!entry) throw wasChanged(file);
    return new Promise((done, failed) => {
      this.zip.openReadStream(entry, (error, stream) => (error ? failed(wasChanged(file)) : done(stream)));
    });
  }
}

const NOT_READ = {} as ProjectFileManifest;

function manifestIn(bytes: Buffer): ProjectFileManifest {
  const value = parsed(bytes.toString('utf8'));
  const kind = projectFileKindSchema.safeParse(value);
  if (!kind.success) throw foreign();
  if (kind.data.version > PROJECT_FILE_VERSION) throw newer();
  return valid(projectFileManifestSchema, value, MANIFEST);
}

/** Returns the value of a JSON text; undefined for any other text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** @throws DomainError that names the file and the place of its first fault */
export function valid<Schema extends z.ZodType>(schema: Schema, value: unknown, file: string): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw bad(
    `${file} is not in the format that Storyreel writes: ${issue?.path.join('.') || 'all of it'} ${issue?.message ?? ''}`.trim(),
  );
}

/**
 * Parses and validates a JSON file.
 * @throws DomainError
 */
export const validJson = <Schema extends z.ZodType>(schema: Schema, text: string, file: string): z.output<Schema> =>
  valid(schema, parsed(text), file);

/**
 * Parses and validates each line of a JSON Lines file.
 * @throws DomainError
 */
export const validLines = <Schema extends z.ZodType>(schema: Schema, text: string, file: string): z.output<Schema>[] =>
  text.split('\n').flatMap((line, at) => (line === '' ? [] : validJson(schema, line, `${file}, line ${at + 1},`)));
