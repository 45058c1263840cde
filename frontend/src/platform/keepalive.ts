/** Browsers refuse keepalive bodies that come to more than 64 KB together. */
const KEEPALIVE_BYTES = 60_000;

/** Whether a request with this JSON body may outlive its page. */
export const fitsKeepalive = (body: unknown): boolean => new Blob([JSON.stringify(body)]).size <= KEEPALIVE_BYTES;
