export { isMediaKey, keyOfMediaUrl, MEDIA_STORE, MediaStore, mediaUrlOf } from './media-store';
export { type ByteRange, TooLarge } from './object-storage';
export { StorageModule } from './storage.module';
export { type StoredObject, StoredObjects, type Visibility } from './stored-objects';
