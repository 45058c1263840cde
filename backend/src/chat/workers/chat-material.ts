import { Inject, Injectable } from '@nestjs/common';
import { AggregateStore } from '../../platform/commands/aggregate-store';
import { ViewRunner } from '../../platform/views/view-runner';
import type { ChatProject, ChatQuestion } from '../../providers/text/text-provider';
import { liveScenes, projectAggregate, type ProjectState } from '../../storyboard';
import { ChatQueries } from '../views/chat-queries';

/** More messages than go into any question; how much of them fits is for the provider to say. */
const MOST_TURNS = 40;
/** How long views may take to show a question that has just been posted. Milliseconds. */
const WAIT_MS = 10_000;

/** What the assistant is given to answer from: the chat up to a reply, and its project as it is now. */
@Injectable()
export class ChatMaterial {
  constructor(
    @Inject(AggregateStore) private readonly store: AggregateStore,
    @Inject(ViewRunner) private readonly views: ViewRunner,
    @Inject(ChatQueries) private readonly queries: ChatQueries,
  ) {}

  /** @throws Error when the views do not show the question in time */
  async of(userId: string, replyId: string): Promise<Omit<ChatQuestion, 'maxTokens'>> {
    if (!(await this.views.reachHead(WAIT_MS))) throw new Error('The views are behind.');
    const { messages, projectId } = await this.queries.before(replyId, userId, MOST_TURNS);
    const project = projectId === null ? null : await this.store.load(projectAggregate, projectId);
    return { messages, project: project?.exists && !project.deleted ? present(project) : null };
  }
}

function present(state: ProjectState): ChatProject {
  const { title, description, story, characters, environment, props } = state.fields;
  const scenes = liveScenes(state).map((scene) => ({
    id: scene.id,
    title: scene.title,
    description: scene.description,
    text: scene.sourceText,
  }));
  return { title, description, story, characters, environment, props, scenes };
}
