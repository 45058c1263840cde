import { Controller, Get, Inject, Query, Res } from '@nestjs/common';
import {
  pageQuerySchema,
  type PlatformConnection,
  platformConnectionSchema,
  type ProjectPosts,
  projectPostsSchema,
  type SandboxPost,
  sandboxPostSchema,
  SOCIAL_PLATFORMS,
} from '@storyreel/contracts';
import type { Response } from 'express';
import { createZodDto } from 'nestjs-zod';
import { Answers } from '../../infra/http/openapi/answers.decorator';
import { answerPage } from '../../infra/http/paging';
import { CurrentUser, type SessionUser } from '../../infra/sessions';
import { SandboxPublications } from '../../integrations/social/sandbox/sandbox-publications';
import { SOCIAL_PUBLISHERS, type SocialPublishers } from '../../integrations/social/social-publisher';
import { PostQueries } from '../views/post-list.view';

class PageQueryDto extends createZodDto(pageQuerySchema) {}

/** Lists the platforms available in this installation, and the publishing progress of projects and posts. */
@Controller('api/social')
export class PublishingController {
  constructor(
    @Inject(SOCIAL_PUBLISHERS) private readonly publishers: SocialPublishers,
    private readonly sandbox: SandboxPublications,
    private readonly posts: PostQueries,
  ) {}

  @Get('connections')
  @Answers(platformConnectionSchema.array())
  connections(): PlatformConnection[] {
    return SOCIAL_PLATFORMS.map((platform) => {
      const kind = this.publishers.kindOf(platform);
      return { platform, kind, authorizeUrl: kind === 'oauth' ? `/api/social/authorize/${platform}` : null };
    });
  }

  @Get('project-posts')
  @Answers(projectPostsSchema.array())
  projectPosts(@CurrentUser() user: SessionUser): Promise<ProjectPosts[]> {
    return this.posts.byProject(user.id);
  }

  @Get('sandbox-posts')
  @Answers(sandboxPostSchema.array())
  async sandboxPosts(
    @CurrentUser() user: SessionUser,
    @Query() page: PageQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SandboxPost[]> {
    return answerPage(response, await this.sandbox.page(user.id, page));
  }
}
