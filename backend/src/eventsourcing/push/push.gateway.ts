import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ConnectedSocket, MessageBody, SubscribeMessage, WebSocketGateway, WebSocketServer } from '@nestjs/websockets';
import type { OnGatewayConnection } from '@nestjs/websockets';
import { MISSED_EVENT, PING_EVENT, PUSH_EVENT } from '@storyreel/contracts';
import type { ErrorCode, PushMessage, Role } from '@storyreel/contracts';
import type { Express } from 'express';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import { APP_CONFIG } from '../../infra/config/app-config';
import type { AppConfig } from '../../infra/config/app-config';
import { isForeign } from '../../infra/http/origin.guard';
import { schemeOf } from '../../infra/http/trusted-proxies';
import type { SessionUser } from '../../infra/sessions';
import { ROLE_BOOK } from '../../infra/sessions/roles';
import type { RoleBook } from '../../infra/sessions/roles';
import { isPosition } from '../event-store/event-store';
import { LastNotified } from './last-notified';

/** Limit of unsent data per socket: thousands of messages, or dozens of the largest. */
const MAX_WAITING_BYTES = 1024 * 1024;

type Connection = Pick<Socket, 'conn'>;

/**
 * Disconnects a client that reads too slowly, even if it answers pings. Its unsent messages are lost; when it
 * reconnects, it learns that it has missed some.
 */
function cutOffIfDeaf(socket: Connection | undefined): void {
  if (socket && waitingBytes(socket) > MAX_WAITING_BYTES) socket.conn.close(true);
}

function waitingBytes({ conn }: Connection): number {
  // Bytes that were passed to the websocket but that this process has not sent yet.
  const { socket } = conn.transport as { socket?: { bufferedAmount?: number } };
  const packets = (conn as unknown as { writeBuffer: { data?: unknown }[] }).writeBuffer;
  return packets.reduce((bytes, { data }) => bytes + sizeOf(data), socket?.bufferedAmount ?? 0);
}

const sizeOf = (data: unknown): number =>
  typeof data === 'string' ? data.length : data instanceof Uint8Array ? data.byteLength : 0;

/** The user and sign-in session of a socket. */
interface SocketSession {
  user: Pick<SessionUser, 'id' | 'email'>;
  sessionId: string;
}

/** Returns the session named in the cookie of a socket's handshake; null without a valid one. */
export type SocketAuthenticator = (request: IncomingMessage) => Promise<SocketSession | null>;
export const SOCKET_AUTHENTICATOR = Symbol('SocketAuthenticator');

const USER = 'user:';
const SESSION = 'session:';
const ROLE = 'role:';
/** Maximum size of a client's message; a larger one closes the connection. Clients send only pings. */
const MAX_MESSAGE_BYTES = 16_384;

/** A connection that has not authenticated within this time is closed. */
const SILENT_MS = 10_000;

type PushServer = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketSession>;
type PushSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketSession>;

/** The push sockets. On connecting, a socket joins the rooms of its user, session and roles; it cannot join others. */
@Injectable()
@WebSocketGateway({
  serveClient: false,
  maxHttpBufferSize: MAX_MESSAGE_BYTES,
  connectTimeout: SILENT_MS,
  // `answerOtherUpgrades` handles upgrades to other protocols.
  destroyUpgrade: false,
})
export class PushGateway implements OnGatewayConnection {
  @WebSocketServer() private readonly server: PushServer;

  constructor(
    @Inject(SOCKET_AUTHENTICATOR) private readonly authenticate: SocketAuthenticator,
    @Inject(ROLE_BOOK) private readonly roles: RoleBook,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'publicUrl'>,
    private readonly adapter: HttpAdapterHost,
    private readonly told: LastNotified,
  ) {}

  afterInit(server: PushServer): void {
    server.use((socket, next) => {
      this.admit(socket).then(
        (refusal) => next(refusal === null ? undefined : new Error(refusal)),
        () => next(new Error('unavailable' satisfies ErrorCode)),
      );
    });
  }

  /** From now on the socket receives every notification. It may have missed some between loading its page and now. */
  handleConnection(socket: PushSocket): void {
    const { since } = (socket.handshake.auth ?? {}) as { since?: unknown };
    if (typeof since !== 'string') return;
    const position = isPosition(since) ? since : null;
    if (this.told.hasNotifiedSince(socket.data.user.id, position)) socket.emit(MISSED_EVENT);
  }

  send(userId: string, message: PushMessage): void {
    const { adapter, sockets } = this.server.of('/');
    for (const id of adapter.rooms.get(USER + userId) ?? []) cutOffIfDeaf(sockets.get(id));
    this.server.to(USER + userId).emit(PUSH_EVENT, message);
  }

  /** Sends a message to users who had the role on connecting and still have it. */
  async sendToRole(role: Role, message: PushMessage): Promise<void> {
    for (const socket of await this.server.in(ROLE + role).fetchSockets()) {
      cutOffIfDeaf(this.server.of('/').sockets.get(socket.id));
      if ((await this.roles.rolesOf(socket.data.user)).includes(role)) socket.emit(PUSH_EVENT, message);
      else socket.leave(ROLE + role);
    }
  }

  /** Returns the ids of sessions with sockets on this node. */
  sessions(): string[] {
    const rooms = [...this.server.of('/').adapter.rooms.keys()];
    return rooms.filter((room) => room.startsWith(SESSION)).map((room) => room.slice(SESSION.length));
  }

  /** Closes the sockets of a session; the user's other sessions stay connected. */
  disconnect(sessionId: string): void {
    this.server.in(SESSION + sessionId).disconnectSockets(true);
  }

  /**
   * Closes every connection without a disconnect message, so that clients reconnect to another node, or to this one
   * later.
   */
  close(): void {
    this.server?.engine.close();
  }

  @SubscribeMessage(PING_EVENT)
  roundTrip(@ConnectedSocket() _socket: Socket, @MessageBody() value: unknown): unknown {
    return typeof value === 'number' ? value : null;
  }

  /** @returns the reason for a rejection, which becomes the client's connection error; null if admitted */
  private async admit(socket: PushSocket): Promise<ErrorCode | null> {
    const { host, origin, 'sec-fetch-site': site } = socket.request.headers;
    // A handshake is a GET, but unlike other GETs, its socket acts for the user.
    const scheme = schemeOf(socket.request, this.adapter.httpAdapter.getInstance<Express>());
    const call = { method: 'CONNECT', scheme, host, origin, secFetchSite: site?.toString() };
    if (isForeign(call, this.config.publicUrl)) return 'foreign_origin';
    const session = await this.authenticate(socket.request);
    if (session === null) return 'unauthenticated';
    socket.data = session;
    const roles = await this.roles.rolesOf(session.user);
    await socket.join([USER + session.user.id, SESSION + session.sessionId, ...roles.map((role) => ROLE + role)]);
    return null;
  }
}
