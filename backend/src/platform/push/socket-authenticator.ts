import type { IncomingMessage } from 'node:http';
import type { SessionUser } from '../sessions';

/** Whose socket it is, and by which sign-in. */
export interface SocketSession {
  user: Pick<SessionUser, 'id' | 'email'>;
  sessionId: string;
}

/** The session that a socket's handshake names in its cookie; null without a valid one. */
export type SocketAuthenticator = (request: IncomingMessage) => Promise<SocketSession | null>;
export const SOCKET_AUTHENTICATOR = Symbol('SocketAuthenticator');
