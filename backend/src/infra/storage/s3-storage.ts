import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Logger } from '@nestjs/common';
import type { AppConfig } from '../config/app-config';
import { checkName, clearSpool, spool } from './object-storage';
import type { ByteRange, ObjectStorage, StoredBytes } from './object-storage';

type S3Config = NonNullable<AppConfig['s3']>;

/** Milliseconds. */
export interface S3Limits {
  connect: number;
  /** Maximum wait for a response to begin, and for progress during an upload. */
  silence: number;
}

/**
 * Without a logger, the library would write to the console, between the JSON log lines. Its reports on single calls are
 * dropped.
 */
const logger = new Logger('S3');
const words = (parts: unknown[]): string => parts.map(String).join(' ');
const s3Log = {
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: (...parts: unknown[]) => logger.warn(words(parts)),
  // Failed calls, including missing files, also throw their error.
  error: () => undefined,
};

const LIMITS: S3Limits = { connect: 5_000, silence: 30_000 };

/** Any S3 storage. Uploads are spooled to disk first, so that their size is known and checked before S3 gets them. */
export class S3Storage implements ObjectStorage {
  private readonly client: S3Client;
  /** Client for uploads, which time out when idle; reads have no idle timeout, since a player may pause. */
  private readonly writing: S3Client;

  constructor(
    private readonly config: S3Config,
    private readonly spoolFolder: string,
    { connect, silence }: S3Limits = LIMITS,
  ) {
    const { region, endpoint, accessKeyId, secretAccessKey } = config;
    const shared = {
      region,
      // S3 servers other than Amazon's expect the bucket in the path and do not support checksum trailers.
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      logger: s3Log,
    } as const;
    const answering = {
      logger: s3Log,
      connectionTimeout: connect,
      requestTimeout: silence,
      throwOnRequestTimeout: true,
    };
    this.client = new S3Client({ ...shared, requestHandler: { ...answering, socketTimeout: 0 } });
    this.writing = new S3Client({
      ...shared,
      requestHandler: { logger: s3Log, connectionTimeout: connect, socketTimeout: silence },
    });
  }

  async put(name: string, source: Readable, options: { contentType: string; maxBytes: number }): Promise<StoredBytes> {
    const place = this.place(name);
    const { file, ...stored } = await spool(source, this.spoolFolder, options.maxBytes);
    try {
      await this.writing.send(
        new PutObjectCommand({
          ...place,
          Body: createReadStream(file),
          ContentLength: stored.size,
          ContentType: options.contentType,
        }),
      );
    } finally {
      await rm(file, { force: true });
    }
    return stored;
  }

  async get(name: string, range?: ByteRange): Promise<{ bytes: Readable; size: number } | null> {
    try {
      const Range = range ? `bytes=${range.start}-${range.end}` : undefined;
      const answer = await this.client.send(new GetObjectCommand({ ...this.place(name), Range }));
      if (!(answer.Body instanceof Readable)) throw new Error('S3 answered without a body');
      const whole = answer.ContentRange?.split('/')[1] ?? answer.ContentLength;
      return { bytes: answer.Body, size: Number(whole) };
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      // The object is shorter than the requested range.
      const found = (error as Error).name === 'InvalidRange' ? await this.stat(name) : null;
      if (found) return { bytes: Readable.from([]), size: found.size };
      throw error;
    }
  }

  async stat(name: string): Promise<{ size: number } | null> {
    try {
      const { ContentLength } = await this.client.send(new HeadObjectCommand(this.place(name)));
      return { size: ContentLength ?? 0 };
    } catch (error) {
      if (error instanceof NotFound) return null;
      throw error;
    }
  }

  async delete(name: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand(this.place(name)));
  }

  clear(before: Date): Promise<void> {
    return clearSpool(this.spoolFolder, before);
  }

  close(): void {
    this.client.destroy();
    this.writing.destroy();
  }

  private place(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.config.bucket, Key: `media/${checkName(name)}` };
  }
}
