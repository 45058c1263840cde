/** The newest key first: it seals. All of them open. */
export type TokenKeys = readonly { id: string; key: Buffer }[];

const ENTRY = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/_-]{43}=?)$/;

/** 'id:base64 of 32 bytes', with commas between. Null when it is not that. */
export function readTokenKeys(setting: string): TokenKeys | null {
  const keys = setting.split(',').flatMap((entry) => {
    const [, id, key] = ENTRY.exec(entry.trim()) ?? [];
    return id === undefined || key === undefined ? [] : [{ id, key: Buffer.from(key, 'base64') }];
  });
  const isWhole = keys.length === setting.split(',').length && keys.every(({ key }) => key.length === 32);
  return isWhole && new Set(keys.map(({ id }) => id)).size === keys.length ? keys : null;
}
