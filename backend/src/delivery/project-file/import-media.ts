import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { buffer } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import { FILE_LIMITS, type FileKind } from '@storyreel/contracts';
import { APP_CONFIG, type AppConfig } from '../../infra/config/app-config';
import { Examiner, UnusableFile } from '../../infra/media/examine';
import { StatedSource } from '../../infra/media/labels/stated-source';
import { MediaStore, QuotaReached, StoredObjects } from '../../infra/storage';
import { trustedLedgerKeys, toldOrigins } from '../../ledger';
import { DomainError } from '../../lib/domain-error';
import { mediaRefOf, type ProjectFileManifest } from './format';
import { PROVENANCE, type ProjectFile, tooLarge, wasChanged } from './open-project-file';
import { believedOrigin, type FileOrigin, type Told } from './believed-origin';

type PackedMedia = ProjectFileManifest['media'][number];

const MB = 1_048_576;
/** Extra bytes for the label: a generated file may be as large as the largest upload, plus its label. */
const ROOM = MB;
const MOST: Record<FileKind, number> = {
  image: FILE_LIMITS.image + ROOM,
  video: FILE_LIMITS.film + ROOM,
  audio: FILE_LIMITS.audio + ROOM,
};
const PROVENANCE_BYTES = 16 * MB;

const kindOf = ({ type }: Pick<PackedMedia, 'type'>): FileKind =>
  type.startsWith('image/') ? 'image' : type.startsWith('video/') ? 'video' : 'audio';

const keyOf = (importId: string, { sha256 }: Pick<PackedMedia, 'sha256'>): string => `import:${importId}:${sha256}`;

const made = (origin: FileOrigin) => ({ generated: origin !== 'uploaded', mixed: origin === 'edited' });

/** Stores the media of a project file, each examined like an upload. */
@Injectable()
export class MediaImporter {
  constructor(
    private readonly media: MediaStore,
    private readonly objects: StoredObjects,
    private readonly examiner: Examiner,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Checks sizes and free space before any file is read.
   * @throws DomainError payload_too_large, bad_request, quota_reached
   */
  async check(file: ProjectFile, ownerId: string): Promise<void> {
    let bytes = 0;
    for (const entry of file.manifest.media) {
      if (file.sizeOf(entry.file) !== entry.size) throw wasChanged(entry.file);
      const most = MOST[kindOf(entry)];
      if (entry.size > most)
        throw tooLarge(`${entry.file} is too large: at most ${Math.floor(most / MB)} MB are allowed.`);
      bytes += entry.size;
    }
    const quota = this.config.uploadQuotaBytes;
    if ((await this.objects.uploadedBytes(ownerId)) + bytes > quota) throw new QuotaReached(quota);
  }

  /**
   * Stores all files. If one fails, the files stored before it stay until they are discarded.
   * @param importId the same for a repeated import, which reuses the files already stored
   * @returns the files' addresses, by reference
   */
  async take(file: ProjectFile, ownerId: string, importId: string): Promise<Map<string, string>> {
    const told = await this.told(file, ownerId);
    const addresses = new Map<string, string>();
    for (const entry of file.manifest.media) {
      const key = keyOf(importId, entry);
      addresses.set(mediaRefOf(entry.sha256), await this.takeOne(file, entry, { ownerId, key, told }));
    }
    return addresses;
  }

  /** Deletes the files of an import that made no project. */
  async discard(file: ProjectFile, ownerId: string, importId: string): Promise<void> {
    for (const entry of file.manifest.media) await this.media.remove(ownerId, keyOf(importId, entry));
  }

  private async told(file: ProjectFile, ownerId: string): Promise<Told> {
    const text = await file.bytes(PROVENANCE, PROVENANCE_BYTES);
    const list = text === null ? null : toldOrigins(text.toString('utf8'), trustedLedgerKeys(this.config));
    const hashes = file.manifest.media.map(({ sha256 }) => sha256);
    return { list, known: await this.objects.generatedOf(ownerId, hashes) };
  }

  private async takeOne(
    file: ProjectFile,
    entry: PackedMedia,
    { ownerId, key, told }: { ownerId: string; key: string; told: Told },
  ): Promise<string> {
    const known = await this.media.addressOf(ownerId, key);
    if (known !== null) return known;
    const kind = kindOf(entry);
    const stated = new StatedSource();
    const source = await this.whole(file, entry, stated);
    const save = async (contentType: string, stream: Readable): Promise<string> => {
      const { size, sha256 } = entry;
      const place = { ownerId, key, contentType, visibility: 'private' as const, maxBytes: size };
      const origin = made(believedOrigin(sha256, stated.found, told));
      const upload = { ...place, stream, size, made: origin, quota: this.config.uploadQuotaBytes };
      return (await this.media.saveUpload(upload)).url;
    };
    try {
      if (kind !== 'image') return await this.examiner.recording(source, kind, {}, (it) => save(it.type, it.read()));
      const bytes = await buffer(source);
      const type = await this.examiner.picture(() => Promise.resolve(bytes), { ownerId });
      return await save(type, Readable.from([bytes]));
    } catch (error) {
      if (error instanceof UnusableFile)
        throw new DomainError('bad_request', `${entry.file} can't be used. ${error.message}`);
      throw error;
    }
  }

  /** Returns a stream of a file. The stream fails at its end unless its bytes have the hash stated in the manifest. */
  private async whole(file: ProjectFile, { file: name, sha256 }: PackedMedia, stated: StatedSource): Promise<Readable> {
    const hash = createHash('sha256');
    const check = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
      flush(done) {
        done(hash.digest('hex') === sha256 ? null : wasChanged(name));
      },
    });
    const source = await file.read(name);
    // The reader gets errors from `check`, in words for users; the ZIP library's own messages are too technical.
    source.on('error', () => check.destroy(wasChanged(name)));
    void pipeline(source, stated, check).catch(() => undefined);
    return check;
  }
}
