import { toError } from '../platform/to-error';

/** What the codes of the operating system mean for somebody who named a file. */
const SENTENCES: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => `There is no ${path}.`,
  ENOTDIR: (path) => `There is no ${path}: a part of it is a file, not a folder.`,
  EEXIST: (path) => `${path} exists already. Name another file.`,
  EISDIR: (path) => `${path} is a folder, not a file.`,
  EACCES: (path) => `${path} may not be used by this account.`,
  EPERM: (path) => `${path} may not be used by this account.`,
  ENOSPC: (path) => `There is no space left for ${path}. Make room, then begin again.`,
  EDQUOT: (path) => `There is no space left for ${path}: the quota is used up. Make room, then begin again.`,
  EROFS: (path) => `${path} cannot be written: its file system is read-only.`,
};

/** The one message that a tool ends with. */
export function explainFailure(thrown: unknown): string {
  const { message } = toError(thrown);
  const { code, path } = (thrown ?? {}) as { code?: unknown; path?: unknown };
  if (code === '53100') return `The database has no space left: ${message}. Make room, then begin again.`;
  if (typeof code !== 'string' || typeof path !== 'string') return message;
  return SENTENCES[code]?.(path) ?? message;
}
