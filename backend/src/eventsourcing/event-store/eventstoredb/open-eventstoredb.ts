import { ErrorType, isCommandError } from '@eventstore/db-client';
import { keepTrying, StartError } from '../../../lib/keep-trying';
import type { KeepTryingOptions } from '../../../lib/keep-trying';
import { toError } from '../../../lib/errors';
import { EventStoreDbEventStore } from './eventstoredb-event-store';

/** The hosts alone: what stands before them is a password. */
const hostsOf = (url: string): string => url.replace(/^.*(:\/\/|@)/s, '').replace(/[/?#].*$/s, '');

/** Warnings of the client about these repeat the whole address, with the password; it leaves the option out anyway. */
const withoutEffect = /(?<=[?&])tlsVerifyCert=[^&]*&?/gi;

/**
 * The store at an address, once it answers.
 * @throws StartError, whose sentence names the setting and tells no secret: at once when the address or one of the
 * files it names cannot be used, otherwise when the time is over
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
    // What the client says of the rest of the address repeats it.
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
  // What OpenSSL says of an answer that is not TLS.
  if (/wrong version number|packet length too long/i.test(origin.message)) {
    return `the EventStoreDB at ${hosts} does not speak TLS; the address of one that is not meant to has ?tls=false at its end.`;
  }
  return `the EventStoreDB at ${hosts} cannot be reached (${origin.message.replace(/[\s.]+$/, '')}).`;
}
