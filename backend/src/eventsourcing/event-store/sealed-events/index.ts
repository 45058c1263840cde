export { ACCOUNT_KEYS, AccountKeys, KEY_CACHE_MS, masterKeys, type MasterKeySettings } from './account-keys';
export { digestedText, sealOf } from './seal';
export { sealedCopy, sealStored } from './seal-stored';
export { asStored, IN_CLEAR, type IsInClear, SealedEventStore, sealedFor } from './sealed-event-store';
