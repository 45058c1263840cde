import { ErrorType, isCommandError } from '@eventstore/db-client';
import { keepTrying, StartError } from '../../../lib/keep-trying';
import type { KeepTryingOptions } from '../../../lib/keep-trying';
import { toError } from '../../../lib/errors';
import { EventStoreDbEventStore } from './eventstoredb-event-store';

/** Returns only the hosts of an address, since the part before them contains a password. */
const hostsOf = (url: string): string => url.replace(/^.*(:\/\/|@)/s, '').replace(/[/?#].*$/s, '');

/** The client ignores this option, but its warning about it would contain the whole address with the password. */
const withoutEffect = /(?<=[?&])tlsVerifyCert=[^&]*&?/gi;

/**
 * Opens the store at an address once the server answers.
 * @throws StartError, whose message names the setting and contains no secret: at once when the address or one of its
 * files cannot be used, otherwise after the timeout
 */
export async function openEventStoreDb(url: string, patience: KeepTryingOptions): Promise<EventStoreDbEventStore> {
  const store = construct(url.replace(withoutEffect, '').replace(/[?&]$/, ''));
  try {
    await keepTrying(() => reach(store, url), patience);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

function construct(url: string): EventStoreDbEventStore {
  try {
    return new EventStoreDbEventStore({ url });
  } catch (cause) {
    const { message } = toError(cause);
    // The client's other messages about the address contain the whole address.
    const isAboutFiles = /^(Failed to load|userCertFile)/.test(message);
    const reason = isAboutFiles
      ? `names a certificate that cannot be used: ${message}`
      : 'cannot be understood; it has the form esdb://user:password@host:2113?tls=true.';
    throw new StartError(`EVENTSTORE_URL ${reason}`, { cause });
  }
}

async function reach(store: EventStoreDbEventStore, url: string): Promise<void> {
  try {
    await store.ready();
  } catch (cause) {
    throw new StartError(`EVENTSTORE_URL: ${sentenceFor(toError(cause), hostsOf(url))}`, { cause });
  }
}

function sentenceFor(error: Error, hosts: string): string {
  const origin = error.cause instanceof Error ? error.cause : error;
  if (isCommandError(origin) && origin.type === ErrorType.ACCESS_DENIED) {
    return `the EventStoreDB at ${hosts} refuses the user name or the password of this address.`;
  }
  if (/failed to discover/i.test(origin.message)) {
    return `no node of an EventStoreDB cluster was found at ${hosts}.`;
  }
  // OpenSSL's messages for a response that is not TLS.
  if (/wrong version number|packet length too long/i.test(origin.message)) {
    return `the EventStoreDB at ${hosts} does not speak TLS; if that is intended, add ?tls=false to its address.`;
  }
  // Node 26 no longer lets a TLS client name an IP address, as @grpc/grpc-js does.
  if (/servername to an IP address/i.test(origin.message)) {
    return `the EventStoreDB at ${hosts} needs a host name in its address: this Node.js takes no IP address with TLS.`;
  }
  return `the EventStoreDB at ${hosts} cannot be reached (${origin.message.replace(/[\s.]+$/, '')}).`;
}
