/** Secrets that an address can carry: upload tokens, keys of media, shared links, what others send back or fetch with. */
export const safeUrl = (url: string): string =>
  url
    .replace(/^(\/api\/uploads\/)[^?]+/, '$1…')
    .replace(/^(\/api\/media\/.{6})[^?]*/, '$1…')
    .replace(/^(\/share\/.{6})[^/?]*/, '$1…')
    .replace(/([?&]shared=)[^&]*/, '$1…')
    .replace(/^(\/api\/(?:login|social)\/callback[^?]*)\?.*/, '$1?…');
