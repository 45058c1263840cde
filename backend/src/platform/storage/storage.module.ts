import path from 'node:path';
import { Global, Module } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { AbandonedUploads } from './abandoned-uploads';
import { DiskStorage } from './disk-storage';
import { MEDIA_STORE, MediaStore } from './media-store';
import { OBJECT_STORAGE, type ObjectStorage } from './object-storage';
import { S3Storage } from './s3-storage';
import { StoredObjects } from './stored-objects';

async function createStorage(config: Pick<AppConfig, 's3' | 'home'>): Promise<ObjectStorage> {
  const folder = path.join(config.home, 'media');
  if (config.s3) return new S3Storage(config.s3, path.join(folder, 'incoming'));
  const disk = new DiskStorage(folder);
  await disk.clear();
  return disk;
}

@Global()
@Module({
  providers: [
    { provide: OBJECT_STORAGE, inject: [APP_CONFIG], useFactory: createStorage },
    StoredObjects,
    MediaStore,
    { provide: MEDIA_STORE, useExisting: MediaStore },
    AbandonedUploads,
  ],
  exports: [OBJECT_STORAGE, StoredObjects, MediaStore, MEDIA_STORE],
})
export class StorageModule {}
