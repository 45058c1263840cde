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

/** In milliseconds. */
export interface S3Limits {
  connect: number;
  /** Until an answer begins, and in which something of a file has to be taken. */
  silence: number;
}

/** The library would write to the console, between the lines of JSON. What it says of each call is no news. */
const logger = new Logger('S3');
const words = (parts: unknown[]): string => parts.map(String).join(' ');
const s3Log = {
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: (...parts: unknown[]) => logger.warn(words(parts)),
  // Each call that failed, files that are not there among them: its error is thrown as well.
  error: () => undefined,
};

const LIMITS: S3Limits = { connect: 5_000, silence: 30_000 };

/** Any S3. What comes in is spooled to the disk first: its size is known, and checked, before S3 hears of it. */
export class S3Storage implements ObjectStorage {
  private readonly client: S3Client;
  /** Of files. A player may stop in the middle of what it reads; nobody stops in the middle of a file that is written. */
  private readonly writing: S3Client;

  constructor(
    private readonly config: S3Config,
    private readonly spoolFolder: string,
    { connect, silence }: S3Limits = LIMITS,
  ) {
    const { region, endpoint, accessKeyId, secretAccessKey } = config;
    const shared = {
      region,
      // Servers other than Amazon's have their buckets in the path and know no checksum trailers.
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
      // The object is shorter than the part that was asked for.
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
