export { createObjectStorage, reachBucket } from './create-object-storage';
export {
  DamagedFile,
  isMediaKey,
  keyOfMediaUrl,
  MediaStore,
  mediaUrlOf,
  type OpenedMedia,
  type Origin,
  type SavedMedia,
  QuotaReached,
} from './media-store';
export { HourlySweep } from './hourly-sweep';
export { type ByteRange, type ObjectStorage, TooLarge } from './object-storage';
export { sendFile } from './send-file';
export { StorageModule } from './storage.module';
export { type StoredObject, StoredObjects, type Visibility } from './stored-objects';
