import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { type CommandContext, systemContext } from '../../eventsourcing/commands/command-context';
import type { Environment } from '../../eventsourcing/domain/aggregate';
import { derivedId } from '../../lib/ids';
import type { Job } from '../../eventsourcing/reactors/reactor';
import { decideDeactivateAccount, findAccount, socialAccountsAggregate } from '../domain/social-account';
import type { SocialAccountState } from '../domain/social-account';
import { postAggregate } from '../domain/post';
import type { PostEvent, PostState } from '../domain/post';

const payloadSchema = z.object({ postId: z.string(), publicationId: z.string(), waits: z.int().default(0) });
export type PublicationJob = z.output<typeof payloadSchema>;

const WORKER = 'publish-post';

/** Reads and writes publications, which are parts of posts, for their worker. */
@Injectable()
export class PublicationRepository {
  constructor(private readonly store: AggregateStore) {}

  read({ payload }: Job): PublicationJob {
    return payloadSchema.parse(payload);
  }

  post(job: Job): Promise<PostState> {
    return this.store.load(postAggregate, this.read(job).postId);
  }

  /** Returns the account; null when its owner has removed it. */
  async account(job: Job, id: string): Promise<SocialAccountState | null> {
    return findAccount(await this.store.load(socialAccountsAggregate, job.ownerId), id);
  }

  async write(
    job: Job,
    step: string,
    decide: (state: PostState, publicationId: string, environment: Environment) => PostEvent[],
  ): Promise<PostState> {
    const { postId, publicationId } = this.read(job);
    const { state } = await this.store.execute(postAggregate, postId, this.context(job, step), (current, environment) =>
      decide(current, publicationId, environment),
    );
    return state;
  }

  async deactivate(job: Job, socialAccountId: string, reason: string): Promise<void> {
    await this.store.execute(socialAccountsAggregate, job.ownerId, this.context(job, 'deactivate'), (state) =>
      decideDeactivateAccount(state, { socialAccountId, reason }),
    );
  }

  private context(job: Job, step: string): CommandContext {
    const { ownerId, correlationId, causationId } = job;
    const commandId = derivedId(this.read(job).publicationId, step);
    return systemContext(WORKER, ownerId, { commandId, correlationId, causationId });
  }
}
