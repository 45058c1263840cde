import { Module } from '@nestjs/common';
import { GenerationModule } from '../generation';
import { ConnectAccountHandler, RemoveAccountHandler } from './domain/social-account';
import {
  CreatePostHandler,
  DeletePostHandler,
  DuplicatePostHandler,
  EditPostHandler,
  MarkPublishedHandler,
  PublishPostHandler,
  RestorePostHandler,
} from './domain/post-commands';
import { DeleteTemplateHandler, RestoreTemplateHandler, SaveTemplateHandler } from './domain/content-template';
import { ConsentController } from './http/consent.controller';
import { PostChecks, PostQuota, PostRequests } from './http/post-requests';
import { PostsController } from './http/posts.controller';
import { PublishingController } from './http/publishing.controller';
import { SocialAccountsController } from './http/social-accounts.controller';
import { TemplateQuota, TemplatesController } from './http/templates.controller';
import { PostQueries } from './views/post-list.view';
import { SocialAccountQueries } from './views/social-account-list.view';
import { TemplateQueries } from './views/template-list.view';
import { DuePost } from './workers/due-post';
import { KeepConnections } from './workers/keep-connections';
import { PublicationRepository } from './workers/publication-repository';
import { PublishPostWorker } from './workers/publish-post';
import { DueReadings } from './workers/due-readings';
import { ReadStatistics } from './workers/read-statistics';
import { StatisticsSchedule } from './workers/statistics-schedule';

@Module({
  imports: [GenerationModule],
  controllers: [
    ConsentController,
    PostsController,
    PublishingController,
    SocialAccountsController,
    TemplatesController,
  ],
  providers: [
    ConnectAccountHandler,
    CreatePostHandler,
    DeletePostHandler,
    DeleteTemplateHandler,
    DuePost,
    DueReadings,
    DuplicatePostHandler,
    EditPostHandler,
    KeepConnections,
    MarkPublishedHandler,
    PostChecks,
    PostQueries,
    PostRequests,
    PostQuota,
    PublicationRepository,
    PublishPostHandler,
    PublishPostWorker,
    ReadStatistics,
    RemoveAccountHandler,
    RestorePostHandler,
    RestoreTemplateHandler,
    SaveTemplateHandler,
    SocialAccountQueries,
    StatisticsSchedule,
    TemplateQueries,
    TemplateQuota,
  ],
})
export class SocialModule {}
