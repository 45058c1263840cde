import { Module } from '@nestjs/common';
import { ConnectAccountHandler } from './domain/connect-account';
import { CreatePostHandler } from './domain/create-post';
import { DeletePostHandler, RestorePostHandler } from './domain/delete-post';
import { DeleteTemplateHandler, RestoreTemplateHandler } from './domain/delete-template';
import { DuplicatePostHandler } from './domain/duplicate-post';
import { EditPostHandler } from './domain/edit-post';
import { MarkPublishedHandler } from './domain/mark-published';
import { PublishPostHandler } from './domain/publish-post';
import { RemoveAccountHandler } from './domain/remove-account';
import { SaveTemplateHandler } from './domain/save-template';
import { ConsentController } from './http/consent.controller';
import { PostChecks } from './http/post-checks';
import { PostRequests } from './http/post-requests';
import { PostQuota } from './http/post-room';
import { PostsController } from './http/posts.controller';
import { PublishingController } from './http/publishing.controller';
import { SocialAccountsController } from './http/social-accounts.controller';
import { TemplateQuota } from './http/template-room';
import { TemplatesController } from './http/templates.controller';
import { PostQueries } from './views/post-queries';
import { SocialAccountQueries } from './views/social-account-queries';
import { TemplateQueries } from './views/template-queries';
import { DuePost } from './workers/due-post';
import { PublicationRepository } from './workers/publication-repository';
import { PublishPostWorker } from './workers/publish-post';

@Module({
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
    DuplicatePostHandler,
    EditPostHandler,
    MarkPublishedHandler,
    PostChecks,
    PostQueries,
    PostRequests,
    PostQuota,
    PublicationRepository,
    PublishPostHandler,
    PublishPostWorker,
    RemoveAccountHandler,
    RestorePostHandler,
    RestoreTemplateHandler,
    SaveTemplateHandler,
    SocialAccountQueries,
    TemplateQueries,
    TemplateQuota,
  ],
})
export class SocialModule {}
