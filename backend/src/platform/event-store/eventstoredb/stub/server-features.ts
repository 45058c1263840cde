import type { sendUnaryData } from '@grpc/grpc-js';
import { SupportedMethod, SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb';

/** Tells a client what it may call, as far as that makes a difference to it: a real server takes appends in batches. */
export function supportedMethods(_call: unknown, done: sendUnaryData<SupportedMethods>): void {
  const methods = ['read', 'append', 'delete', 'batchappend'].map((name) =>
    new SupportedMethod().setServiceName('event_store.client.streams.streams').setMethodName(name),
  );
  done(null, new SupportedMethods().setEventStoreServerVersion('23.10.0').setMethodsList(methods));
}
