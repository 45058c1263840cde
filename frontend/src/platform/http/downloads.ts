import { ApiError, withSession } from './api-client';

function decodeExtended(value: string): string | null {
  const match = /^utf-8'[^']*'(.+)$/i.exec(value);
  if (!match?.[1]) return null;
  try {
    return decodeURIComponent(match[1]);
  } catch {
    return null;
  }
}

/**
 * Parses the file name in a Content-Disposition header, without any folder (RFC 6266: filename* takes precedence); null
 * without a name.
 */
export function dispositionFilename(header: string | null): string | null {
  if (!header) return null;
  const extended = /;\s*filename\*\s*=\s*([^;]+)/i.exec(header)?.[1]?.trim();
  const quoted = /;\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(header)?.[1]?.replace(/\\(.)/g, '$1');
  const bare = /;\s*filename\s*=\s*([^";\s]+)/i.exec(header)?.[1];
  const name = (extended && decodeExtended(extended)) ?? quoted ?? bare;
  return name?.split(/[\\/]/).at(-1)?.trim() || null;
}

const ask = (address: string, method: 'HEAD' | 'GET'): Promise<Response> =>
  withSession(() => fetch(address, { method, credentials: 'include' }));

/**
 * Checks a download with a HEAD request before it starts: a ZIP of gigabytes does not fit in the page's memory, and an
 * error must not be saved as a file.
 * @throws ApiError
 */
export async function lookAtDownload(address: string): Promise<{ disposition: string | null; leftOut: number }> {
  const head = await ask(address, 'HEAD');
  if (!head.ok) {
    // The reason is in the body, which a HEAD response does not have.
    const { status, statusText } = head;
    throw new ApiError(status, await (await ask(address, 'GET')).text(), statusText);
  }
  return {
    disposition: head.headers.get('content-disposition'),
    leftOut: Number(head.headers.get('x-left-out') ?? 0),
  };
}

/** Downloads a file from this server. A file at another origin opens in a new tab instead. */
export function downloadFrom(url: string, filename: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  const isOurs = URL.canParse(url, location.href) && new URL(url, location.href).origin === location.origin;
  if (!isOurs) {
    link.target = '_blank';
    link.rel = 'noreferrer';
  }
  document.body.append(link);
  link.click();
  link.remove();
}
