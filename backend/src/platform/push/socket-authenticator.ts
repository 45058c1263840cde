import type { IncomingMessage } from 'node:http';

/** The user of a socket's session, from its handshake's cookie; null without one. */
export type SocketAuthenticator = (request: IncomingMessage) => Promise<string | null>;
export const SOCKET_AUTHENTICATOR = Symbol('SocketAuthenticator');
