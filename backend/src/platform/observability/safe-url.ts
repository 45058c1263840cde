/**
 * Secrets that an address can carry: upload tokens, keys of media, shared links, what others send back or fetch with.
 * Routes are found whatever the case of their letters, and so are these.
 */
export const safeUrl = (url: string): string =>
  url
    .replace(/^(\/api\/uploads\/)[^?]+/i, '$1…')
    .replace(/^(\/api\/media\/.{6})[^?]*/i, '$1…')
    .replace(/^(\/share\/.{6})[^/?]*/i, '$1…')
    .replace(/([?&]shared=)[^&]*/i, '$1…')
    .replace(/^(\/api\/(?:login|social)\/callback[^?]*)\?.*/i, '$1?…');
