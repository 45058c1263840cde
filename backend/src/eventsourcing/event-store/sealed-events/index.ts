export { ACCOUNT_KEYS, AccountKeys, KEY_CACHE_MS, masterKeys, type MasterKeySettings } from './account-keys';
export { digestedText, sealOf } from './seal';
export { sealStored } from './seal-stored';
export { asStored, IN_CLEAR, type IsInClear } from './sealed-event-store';
