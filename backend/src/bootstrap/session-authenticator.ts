import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { SocketAuthenticator } from '../platform/push/socket-authenticator';

/** Reads the session of a socket's handshake with the middleware that serves HTTP. */
export const sessionAuthenticator =
  (middleware: RequestHandler): SocketAuthenticator =>
  (request: IncomingMessage) =>
    new Promise((resolve, reject) => {
      // Nothing is written to the session here, so that the response is never used.
      void middleware(request as Request, {} as Response, (error?: unknown) => {
        if (error) return reject(error instanceof Error ? error : new Error('No session could be read.'));
        const { session } = request as Partial<Request>;
        resolve(session?.user ? { user: session.user, sessionId: session.id } : null);
      });
    });
