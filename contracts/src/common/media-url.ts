/** Of browsers and of Node.js alike, whose types this package knows nothing of. */
declare const URL: { canParse(address: string): boolean };

/** An address that browsers and servers can go to: http or https, with a host that there can be. */
export const isWebAddress = (value: string): boolean => /^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value);

/** One of our own media addresses, or an http(s) address from outside. */
export const isMediaUrl = (value: string): boolean => value.startsWith('/api/media/') || isWebAddress(value);
