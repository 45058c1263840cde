import path from 'node:path';
import type { AppConfig } from '../config/app-config';
import { DiskStorage } from './disk-storage';
import { S3Storage } from './s3-storage';

/** Where the settings keep media: an S3 bucket, else the data folder. */
export function createObjectStorage(config: Pick<AppConfig, 's3' | 'home'>): DiskStorage | S3Storage {
  const folder = path.join(config.home, 'media');
  return config.s3 ? new S3Storage(config.s3, path.join(folder, 'incoming')) : new DiskStorage(folder);
}
