import { Inject, Injectable } from '@nestjs/common';
import { ConnectedSocket, MessageBody, SubscribeMessage, WebSocketGateway, WebSocketServer } from '@nestjs/websockets';
import { PING_EVENT, PUSH_EVENT, type PushMessage } from '@storyreel/contracts';
import type { Server, Socket } from 'socket.io';
import { SOCKET_AUTHENTICATOR, type SocketAuthenticator } from './socket-authenticator';

const roomOf = (userId: string): string => `user:${userId}`;

/** The sockets. A socket joins its session's room on connecting and can ask for no other. */
@Injectable()
@WebSocketGateway({ serveClient: false })
export class PushGateway {
  @WebSocketServer() private readonly server: Server;

  constructor(@Inject(SOCKET_AUTHENTICATOR) private readonly authenticate: SocketAuthenticator) {}

  afterInit(server: Server): void {
    server.use((socket, next) => {
      this.authenticate(socket.request).then(
        (userId) => {
          if (userId === null) return next(new Error('unauthenticated'));
          void socket.join(roomOf(userId));
          next();
        },
        () => next(new Error('unavailable')),
      );
    });
  }

  send(userId: string, message: PushMessage): void {
    this.server.to(roomOf(userId)).emit(PUSH_EVENT, message);
  }

  /** Closes what a session opened, when it ends. */
  disconnect(userId: string): void {
    this.server.in(roomOf(userId)).disconnectSockets(true);
  }

  @SubscribeMessage(PING_EVENT)
  roundTrip(@ConnectedSocket() _socket: Socket, @MessageBody() value: unknown): unknown {
    return typeof value === 'number' ? value : null;
  }
}
