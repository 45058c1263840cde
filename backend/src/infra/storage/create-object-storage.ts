import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { S3ServiceException } from '@aws-sdk/client-s3';
import { keepTrying, StartError } from '../../lib/keep-trying';
import type { KeepTryingOptions } from '../../lib/keep-trying';
import type { AppConfig } from '../config/app-config';
import { DiskStorage } from './disk-storage';
import type { ObjectStorage } from './object-storage';
import { S3Storage } from './s3-storage';

/** Creates the configured storage of media: an S3 bucket, else the data directory. */
export function createObjectStorage(config: Pick<AppConfig, 's3' | 'home'>): DiskStorage | S3Storage {
  const folder = path.join(config.home, 'media');
  return config.s3 ? new S3Storage(config.s3, path.join(folder, 'incoming')) : new DiskStorage(folder);
}

const PROBE = Buffer.from('Storyreel tests whether it can store files here.');

/**
 * Writes a test object to the configured bucket, reads it and deletes it. This finds a missing bucket, or a key without
 * these permissions, before a provider is paid for results that cannot be stored.
 * @throws StartError that names the setting: at once when S3 refuses the request, otherwise when the time is over
 */
export async function reachBucket(
  { s3, home }: Pick<AppConfig, 's3' | 'home'>,
  patience: KeepTryingOptions,
): Promise<void> {
  if (!s3) return;
  const storage = new S3Storage(s3, path.join(home, 'media', 'incoming'));
  try {
    const refusal = await keepTrying(() => attempt(storage, s3.bucket), patience);
    if (refusal) throw refusal;
  } finally {
    storage.close();
  }
}

/**
 * @returns S3's refusal, after which another attempt is useless
 * @throws StartError when S3 cannot be reached
 */
async function attempt(storage: ObjectStorage, bucket: string): Promise<StartError | null> {
  const name = `probe-${randomUUID()}`;
  let what = 'written';
  try {
    await storage.put(name, Readable.from([PROBE], { objectMode: false }), {
      contentType: 'text/plain',
      maxBytes: PROBE.length,
    });
    what = 'read';
    const found = await storage.get(name);
    if (!found || !PROBE.equals(await buffer(found.bytes))) {
      return new StartError(`S3_BUCKET: a file written to the bucket ${bucket} cannot be read back.`);
    }
    what = 'deleted';
    await storage.delete(name);
    return null;
  } catch (cause) {
    // The error's name is enough: NoSuchBucket, AccessDenied, SignatureDoesNotMatch. S3's message may quote a key.
    const { name: why, $metadata } = cause as Partial<S3ServiceException>;
    const status = $metadata?.httpStatusCode ?? 0;
    const error = new StartError(`S3_BUCKET: no file can be ${what} in the bucket ${bucket} (${why}).`, { cause });
    if (cause instanceof S3ServiceException && status >= 300 && status < 500) return error;
    throw error;
  }
}
