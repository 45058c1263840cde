/** Between 5 MB and 64 MB; the last piece takes what is left, and a file that is smaller goes as one. */
const CHUNK = 10 * 1_048_576;

export interface Chunks {
  size: number;
  count: number;
  /** First and last byte, both included. */
  pieces: { start: number; end: number }[];
}

/** The pieces in which TikTok wants a file. */
export function chunksOf(bytes: number): Chunks {
  const size = Math.min(CHUNK, bytes);
  const count = Math.max(1, Math.floor(bytes / size));
  const pieces = Array.from({ length: count }, (_, at) => ({
    start: at * size,
    end: at === count - 1 ? bytes - 1 : (at + 1) * size - 1,
  }));
  return { size, count, pieces };
}
