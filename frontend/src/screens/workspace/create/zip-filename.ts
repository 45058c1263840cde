import { sanitizeTitle } from '../../../domains/media/filenames';

function decodeExtended(value: string): string | null {
  const match = /^utf-8'[^']*'(.+)$/i.exec(value);
  if (!match?.[1]) return null;
  try {
    return decodeURIComponent(match[1]);
  } catch {
    return null;
  }
}

/** The file name of a Content-Disposition header (RFC 6266: filename* wins), without any folder; null if it has none. */
function dispositionFilename(header: string | null): string | null {
  if (!header) return null;
  const extended = /;\s*filename\*\s*=\s*([^;]+)/i.exec(header)?.[1]?.trim();
  const quoted = /;\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(header)?.[1]?.replace(/\\(.)/g, '$1');
  const bare = /;\s*filename\s*=\s*([^";\s]+)/i.exec(header)?.[1];
  const name = (extended && decodeExtended(extended)) ?? quoted ?? bare;
  return name?.split(/[\\/]/).at(-1)?.trim() || null;
}

export const zipFilename = (disposition: string | null, title: string): string =>
  dispositionFilename(disposition) ?? `${sanitizeTitle(title)}_assets.zip`;
