const MAX_LENGTH = 60;

/** A text as part of a file name: letters, digits, '-' and '_' only, so never a path, and never empty. */
export function safeName(text: string, fallback: string): string {
  const name = text
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
  // Cut by code point: half of a surrogate pair is no character.
  return [...name].slice(0, MAX_LENGTH).join('') || fallback;
}

const EXTENSIONS: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'image/bmp': 'bmp',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
  'video/matroska': 'mkv',
  'video/ogg': 'ogv',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/webm': 'weba',
  'audio/flac': 'flac',
  'audio/aac': 'aac',
  'application/x-subrip': 'srt',
  'text/vtt': 'vtt',
};
export const extensionOf = (contentType: string): string => EXTENSIONS[contentType] ?? 'bin';

/** Content-Disposition with the name for everybody, and its full form by RFC 5987. */
export function attachment(filename: string): string {
  const plain = filename.replace(/[^A-Za-z0-9._-]/g, '_');
  const full = encodeURIComponent(filename).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}
