import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  type SystemView,
  systemViewSchema,
  TAIL_DATA,
  TAIL_EVENTS,
  type TailEvent,
  tailEventSchema,
  tailQuerySchema,
} from '@storyreel/contracts';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { AccessLog } from '../../accounts/access';
import { type RecordedEvent, toRecorded } from '../../eventsourcing/domain/domain-event';
import { EventStore, fromPosition, toPosition } from '../../eventsourcing/event-store/event-store';
import { type KnownView, ViewRebuilds } from '../../eventsourcing/views/view-rebuilds';
import { Answers } from '../../infra/http/openapi/answers.decorator';
import { CurrentUser, type SessionUser } from '../../infra/sessions';
import { ForRole } from '../../infra/sessions/roles';
import { DomainError, notFound } from '../../lib/domain-error';

class TailQueryDto extends createZodDto(tailQuerySchema) {}

/** Shows the system behind the runs: its views, and the log as it grows. */
@Controller('api/runs')
@ForRole('developer')
export class SystemController {
  constructor(
    private readonly rebuilds: ViewRebuilds,
    private readonly events: EventStore,
    private readonly access: AccessLog,
  ) {}

  /** Returns names and counts but no user's work, so reading it is not recorded as access. */
  @Get('views')
  @Answers(z.array(systemViewSchema))
  async views(): Promise<SystemView[]> {
    return (await this.rebuilds.list()).map(presentView);
  }

  /** Rebuilds a view, replaces the live one, and records who requested it. */
  @Post('views/:name/rebuild')
  @HttpCode(200)
  @Answers(z.array(systemViewSchema))
  async rebuild(@CurrentUser() user: SessionUser, @Param('name') name: string): Promise<SystemView[]> {
    const isKnown = (await this.rebuilds.list()).some((view) => view.name === name);
    if (!isKnown) throw notFound();
    await this.access.record(user, { what: 'rebuild', ownerId: null, detail: { view: name } });
    if ((await this.rebuilds.start(name, user.id)) === false) {
      throw new DomainError('conflict', 'This view is being rebuilt already.');
    }
    return this.views();
  }

  /** Leaves out the reader's own access events, since each reading would add one. */
  @Get('tail')
  @Answers(z.array(tailEventSchema))
  async tail(@CurrentUser() user: SessionUser, @Query() { after, type }: TailQueryDto): Promise<TailEvent[]> {
    const detail: Record<string, string> = type === undefined ? {} : { type };
    await this.access.recordFollowed(user, { what: 'events tail', ownerId: null, detail });
    const filter = type === undefined ? undefined : { types: [type] };
    const found: RecordedEvent[] = [];
    const source =
      after === undefined
        ? this.events.readAll({ from: 'end', direction: 'backwards', filter, limit: TAIL_EVENTS })
        : this.events.readAll({ from: toPosition(BigInt(after)), filter, limit: TAIL_EVENTS });
    for await (const event of source) {
      if (type !== undefined || event.streamId !== `access-${user.id}`) found.push(toRecorded(event));
    }
    return (after === undefined ? found.reverse() : found).map(presentEvent);
  }
}

const presentView = ({ rebuild, ...view }: KnownView): SystemView => ({
  ...view,
  rebuild: rebuild && {
    ...rebuild,
    startedAt: rebuild.startedAt.toISOString(),
    endedAt: rebuild.endedAt?.toISOString() ?? null,
  },
});

const presentEvent = ({ position, streamId, revision, type, data, metadata }: RecordedEvent): TailEvent => ({
  position: fromPosition(position).toString(),
  at: metadata.at,
  stream: streamId,
  revision: revision.toString(),
  type,
  actor: metadata.actor.kind === 'user' ? metadata.actor.userId : metadata.actor.name,
  ownerId: metadata.ownerId,
  data: JSON.stringify(data ?? null).slice(0, TAIL_DATA),
});
