import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Subscription } from 'rxjs';
import { LiveSessions } from '../../infra/sessions';
import { PushGateway } from './push.gateway';

const CHECK_MS = 10_000;

/**
 * Closes the sockets of ended sessions: at once after a sign-out on this node, within seconds when the session ended on
 * another node or expired.
 */
@Injectable()
export class SocketSessions implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('SocketSessions');
  private ended: Subscription;
  private timer: NodeJS.Timeout;

  constructor(
    private readonly live: LiveSessions,
    private readonly gateway: PushGateway,
  ) {}

  onApplicationBootstrap(): void {
    this.ended = this.live.ended.subscribe((sessionId) => this.gateway.disconnect(sessionId));
    // While the database is unavailable, no session ends; the next check tries again.
    const failed = (error: unknown) => this.logger.error(error);
    this.timer = setInterval(() => void this.check().catch(failed), CHECK_MS);
    this.timer.unref();
  }

  onModuleDestroy(): void {
    this.ended?.unsubscribe();
    clearInterval(this.timer);
  }

  /** Closes the sockets of sessions that ended without this node being notified. */
  async check(): Promise<void> {
    const open = this.gateway.sessions();
    if (open.length === 0) return;
    const live = await this.live.among(open);
    for (const sessionId of open) if (!live.has(sessionId)) this.gateway.disconnect(sessionId);
  }
}
