import { StoreUnavailable } from '../event-store';

const LIMIT_MS = 15_000;

/** The client's calls may wait for ever when the connection is lost without an error. */
export async function withDeadline<T>(call: Promise<T>, limitMs = LIMIT_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new StoreUnavailable(`no answer from EventStoreDB within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
  }
}
