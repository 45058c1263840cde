import type { IncomingMessage } from 'node:http';

/** Whose socket it is, and by which sign-in. */
export interface SocketSession {
  userId: string;
  sessionId: string;
}

/** The session that a socket's handshake names in its cookie; null without a valid one. */
export type SocketAuthenticator = (request: IncomingMessage) => Promise<SocketSession | null>;
export const SOCKET_AUTHENTICATOR = Symbol('SocketAuthenticator');
