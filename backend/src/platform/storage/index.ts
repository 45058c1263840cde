export { createObjectStorage } from './create-object-storage';
export { DamagedFile } from './damaged-file';
export { HourlySweep } from './hourly-sweep';
export {
  isMediaKey,
  keyOfMediaUrl,
  MEDIA_STORE,
  MediaStore,
  mediaUrlOf,
  type OpenedMedia,
  type SavedMedia,
} from './media-store';
export { type ByteRange, type ObjectStorage, TooLarge } from './object-storage';
export { QuotaReached } from './quota-reached';
export { reachBucket } from './reach-bucket';
export { sendFile } from './send-file';
export { StorageModule } from './storage.module';
export { type StoredObject, StoredObjects, type Visibility } from './stored-objects';
