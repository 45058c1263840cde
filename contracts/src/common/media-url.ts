/** One of our own media addresses, or an http(s) address from outside. */
export const isMediaUrl = (value: string): boolean =>
  value.startsWith('/api/media/') || /^https?:\/\/[^\s/]/i.test(value);
