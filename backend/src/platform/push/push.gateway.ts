import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ConnectedSocket, MessageBody, SubscribeMessage, WebSocketGateway, WebSocketServer } from '@nestjs/websockets';
import { type ErrorCode, PING_EVENT, PUSH_EVENT, type PushMessage } from '@storyreel/contracts';
import type { Express } from 'express';
import type { Server, Socket } from 'socket.io';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { isForeign } from '../http/origin.guard';
import { schemeOf } from '../http/trusted-proxies';
import { SOCKET_AUTHENTICATOR, type SocketAuthenticator } from './socket-authenticator';

const USER = 'user:';
const SESSION = 'session:';
/** Clients send nothing but pings; who sends more than this loses the connection. */
const MAX_MESSAGE_BYTES = 16_384;

/** The sockets. On connecting, a socket joins the rooms of its user and of its session, and can ask for no other. */
@Injectable()
@WebSocketGateway({ serveClient: false, maxHttpBufferSize: MAX_MESSAGE_BYTES })
export class PushGateway {
  @WebSocketServer() private readonly server: Server;

  constructor(
    @Inject(SOCKET_AUTHENTICATOR) private readonly authenticate: SocketAuthenticator,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'publicUrl'>,
    @Inject(HttpAdapterHost) private readonly adapter: HttpAdapterHost,
  ) {}

  afterInit(server: Server): void {
    server.use((socket, next) => {
      this.admit(socket).then(
        (refusal) => next(refusal === null ? undefined : new Error(refusal)),
        () => next(new Error('unavailable' satisfies ErrorCode)),
      );
    });
  }

  send(userId: string, message: PushMessage): void {
    this.server.to(USER + userId).emit(PUSH_EVENT, message);
  }

  /** Ids of the sessions that have sockets on this node. */
  sessions(): string[] {
    const rooms = [...this.server.of('/').adapter.rooms.keys()];
    return rooms.filter((room) => room.startsWith(SESSION)).map((room) => room.slice(SESSION.length));
  }

  /** Closes what a session opened; the user's other sessions stay. */
  disconnect(sessionId: string): void {
    this.server.in(SESSION + sessionId).disconnectSockets(true);
  }

  /** Closes every connection without a word of dismissal, so that clients connect again, to another node or later. */
  close(): void {
    this.server?.engine.close();
  }

  @SubscribeMessage(PING_EVENT)
  roundTrip(@ConnectedSocket() _socket: Socket, @MessageBody() value: unknown): unknown {
    return typeof value === 'number' ? value : null;
  }

  /** @returns why not, which the client gets as the message of its connection error */
  private async admit(socket: Socket): Promise<ErrorCode | null> {
    const { host, origin, 'sec-fetch-site': site } = socket.request.headers;
    // A handshake is a GET, but what it opens acts for its user like no GET does.
    const scheme = schemeOf(socket.request, this.adapter.httpAdapter.getInstance<Express>());
    const call = { method: 'CONNECT', scheme, host, origin, secFetchSite: site?.toString() };
    if (isForeign(call, this.config.publicUrl)) return 'foreign_origin';
    const session = await this.authenticate(socket.request);
    if (session === null) return 'unauthenticated';
    await socket.join([USER + session.userId, SESSION + session.sessionId]);
    return null;
  }
}
