import { Inject, Injectable } from '@nestjs/common';
import { isBlank, type StoryDraft, type StoryDraftResponse, textPrice } from '@storyreel/contracts';
import { AggregateStore } from '../../../eventsourcing/commands/aggregate-store';
import { CommandDispatcher } from '../../../eventsourcing/commands/command-dispatcher';
import { DomainError } from '../../../lib/domain-error';
import { requestHash } from '../../../lib/hash';
import { PROVIDERS, type Providers } from '../../../integrations/providers.token';
import { ownProject, projectAggregate, type ProjectState } from '../../../projects/storyboard';
import { QueuePaidJob } from '../../../money/zaps';
import { AskStory, DismissStory, ofRequest, refuseWhileWriting, StopStory } from '../domain/story-steps';
import { textWorkAggregate } from '../domain/text-work';
import type { StoryBrief, TextWorkState } from '../domain/text-work';
import { storyHash } from '../domain/use-story';
import { StoryDraftQueries } from './story-draft.view';
import { StoryApplier, storyWorkId } from './story-applier';

/**
 * Time limit of a story, long enough for a full queue. A story that has not ended by then fails, and its zaps are
 * released.
 */
const DEADLINE_MS = 60 * 60 * 1000;

/** Earlier than the time of any event. */
const EVER = '';

interface OfProject {
  userId: string;
  projectId: string;
}

/** Commands and queries about a project's story. All of them throw not_found for another user's project. */
@Injectable()
export class StoryRequests {
  constructor(
    private readonly store: AggregateStore,
    private readonly dispatcher: CommandDispatcher,
    private readonly paidJobs: QueuePaidJob,
    private readonly drafts: StoryDraftQueries,
    private readonly user: StoryApplier,
    @Inject(PROVIDERS) private readonly providers: Providers,
  ) {}

  /**
   * Requests a story; a repeat returns the draft of the first request.
   * @throws DomainError conflict, already_in_progress, insufficient_zaps, idempotency_key_reused
   */
  async write(
    { userId, projectId }: OfProject,
    { replaces, ...wish }: StoryBrief & { replaces: boolean },
    commandId: string,
  ): Promise<StoryDraft> {
    const { fields } = await this.project({ userId, projectId });
    const workId = storyWorkId(userId, projectId);
    const hash = requestHash('write_story', projectId, wish);
    let state = await this.store.load(textWorkAggregate, workId);
    if (state.requests[commandId]?.requestHash === hash) await this.dispatcher.waitForOthers();
    else {
      refuseWhileWriting(state);
      refuseToReplace(fields, replaces);
      const context = this.dispatcher.context({ id: userId }, commandId);
      const provider = this.providers.text.name;
      const about = { operation: 'write_story', category: 'text', description: 'A story from an idea' };
      const job = {
        userId,
        price: textPrice(1),
        request: { jobId: commandId, workId, projectId, sceneId: null, requestHash: hash },
        work: { ...about, provider, model: provider },
        bulk: false,
        deadlineMs: DEADLINE_MS,
      };
      ({ state } = await this.paidJobs.run<TextWorkState>(job, context, ({ holdId }) => {
        const of = { requestId: commandId, holdId, projectId };
        const asked = { ...wish, basedOn: storyHash(fields.story), requestHash: hash };
        return new AskStory(workId, { of, wish: asked }, context);
      }));
    }
    const draft = await this.drafts.find(projectId, userId, commandId);
    return draft ?? begun({ id: commandId, projectId, ...wish, createdAt: state.requests[commandId]?.at ?? '' });
  }

  async find(of: OfProject): Promise<StoryDraftResponse> {
    await this.project(of);
    return this.drafts.ofProject(of.projectId, of.userId);
  }

  /** Stops an open story. The draft keeps its text, and nothing is charged. */
  async stop(of: OfProject, draftId: string): Promise<StoryDraft> {
    await this.project(of);
    const context = this.dispatcher.context({ id: of.userId });
    await this.dispatcher.execute(new StopStory(storyWorkId(of.userId, of.projectId), { draftId }, context));
    return this.drafts.one(of.projectId, of.userId, draftId);
  }

  async dismiss(of: OfProject, draftId: string): Promise<StoryDraftResponse> {
    await this.project(of);
    const context = this.dispatcher.context({ id: of.userId });
    await this.dispatcher.execute(new DismissStory(storyWorkId(of.userId, of.projectId), { draftId }, context));
    return this.drafts.ofProject(of.projectId, of.userId);
  }

  /**
   * Makes the draft the project's story, replacing any current story.
   * @throws DomainError not_found, already_in_progress, conflict
   */
  async use(of: OfProject, draftId: string): Promise<StoryDraft> {
    const state = await this.state(of);
    const story = ofRequest(state, draftId);
    refuseWhileWriting(state);
    const context = this.dispatcher.context({ id: of.userId });
    await this.user.use(story, of.userId, { context, insteadOf: null });
    return this.drafts.one(of.projectId, of.userId, draftId);
  }

  /** Restores the previous story. */
  async undo(of: OfProject, draftId: string): Promise<StoryDraft> {
    const state = await this.state(of);
    ofRequest(state, draftId);
    const since = state.requests[draftId]?.at ?? '';
    await this.user.restore(of.projectId, draftId, since, this.dispatcher.context({ id: of.userId }));
    return this.drafts.one(of.projectId, of.userId, draftId);
  }

  /** Replaces the story by a shortened one, as the creator has edited it. */
  async acceptAbridged(of: OfProject, abridgingId: string, story: string): Promise<string> {
    await this.project(of);
    return this.user.accept(of.projectId, abridgingId, story, this.dispatcher.context({ id: of.userId }));
  }

  /**
   * Restores the story that was replaced by the shortened one.
   * @throws DomainError not_found when the shortened story was never accepted
   */
  async undoAbridged(of: OfProject, abridgingId: string): Promise<string> {
    await this.project(of);
    return this.user.restore(of.projectId, abridgingId, EVER, this.dispatcher.context({ id: of.userId }));
  }

  private async state(of: OfProject): Promise<TextWorkState> {
    await this.project(of);
    return this.store.load(textWorkAggregate, storyWorkId(of.userId, of.projectId));
  }

  private async project({ userId, projectId }: OfProject): Promise<ProjectState> {
    return ownProject(await this.store.load(projectAggregate, projectId), { ownerId: userId });
  }
}

/** Returns the draft as it is shown until the views include it. */
const begun = (asked: Omit<StoryDraft, 'text' | 'status' | 'error' | 'place'>): StoryDraft => ({
  ...asked,
  text: '',
  status: 'pending',
  error: null,
  place: 'none',
});

/** @throws DomainError conflict */
function refuseToReplace({ story }: { story: string }, replaces: boolean): void {
  if (replaces || isBlank(story)) return;
  throw new DomainError('conflict', 'This project already has a story. Confirm that it may be replaced.');
}
