/** Secrets that an address can carry: upload tokens, keys of media, what an identity provider sends back. */
export const safeUrl = (url: string): string =>
  url
    .replace(/^(\/api\/uploads\/)[^?]+/, '$1…')
    .replace(/^(\/api\/media\/.{6})[^?]*/, '$1…')
    .replace(/^(\/api\/login\/callback)\?.*/, '$1?…');
