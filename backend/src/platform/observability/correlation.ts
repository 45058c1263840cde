import { AsyncLocalStorage } from 'node:async_hooks';
import { requestContext } from '../http/request-context';

const work = new AsyncLocalStorage<string>();

/** What is logged meanwhile belongs to the request that the work came of. */
export const underCorrelation = <T>(correlationId: string, run: () => T): T => work.run(correlationId, run);

/** Of the request that is served, or of the work that is done; undefined outside of both. */
export const correlationOf = (): string | undefined => requestContext()?.correlationId ?? work.getStore();
