import { Global, Module } from '@nestjs/common';
import { APP_CONFIG } from '../config/app-config';
import { AbandonedUploads } from './abandoned-uploads';
import { createObjectStorage } from './create-object-storage';
import { MediaStore } from './media-store';
import { OBJECT_STORAGE } from './object-storage';
import { StoredObjects } from './stored-objects';

@Global()
@Module({
  providers: [
    { provide: OBJECT_STORAGE, inject: [APP_CONFIG], useFactory: createObjectStorage },
    StoredObjects,
    MediaStore,
    AbandonedUploads,
  ],
  exports: [OBJECT_STORAGE, StoredObjects, MediaStore],
})
export class StorageModule {}
