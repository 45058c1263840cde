import { Inject, Injectable } from '@nestjs/common';
import { PLATFORM_PROFILES, type SocialPlatform } from '@storyreel/contracts';
import { DataSource } from 'typeorm';
import { AggregateStore } from '../../platform/commands/aggregate-store';
import { DomainError, notFound } from '../../platform/domain/domain-error';
import { keyOfMediaUrl, MEDIA_STORE, type MediaStore } from '../../platform/storage';
import { entityOf } from '../../platform/views/view';
import { projectListView, sceneListView } from '../../storyboard';
import type { PostContent } from '../domain/post-events';
import { ownAccount, socialAccountsAggregate } from '../domain/social-accounts';

const PICTURE_NAME = /\.(jpe?g|png|gif|webp|avif|bmp|tiff?|heic|svg)$/i;
const invalid = (message: string): DomainError => new DomainError('validation_failed', message);

/** What a post refers to has to be there, and its author's. */
@Injectable()
export class PostChecks {
  constructor(
    @Inject(AggregateStore) private readonly store: AggregateStore,
    @Inject(DataSource) private readonly database: DataSource,
    @Inject(MEDIA_STORE) private readonly media: MediaStore,
  ) {}

  /** @throws DomainError not_found for an account that is not the user's, or one that cannot take the post */
  async account(userId: string, socialAccountId: string, platform: SocialPlatform): Promise<void> {
    const account = ownAccount(await this.store.load(socialAccountsAggregate, userId), socialAccountId);
    const { name } = PLATFORM_PROFILES[platform];
    if (account.platform !== platform) throw new DomainError('bad_request', `This account is not one of ${name}.`);
    if (account.isActive) return;
    throw new DomainError('conflict', `${name} no longer lets us post to this account. Connect it again.`);
  }

  /** @throws DomainError not_found for what is not the user's; validation_failed for media that the platform does not take */
  async content(userId: string, platform: SocialPlatform, content: Partial<PostContent>): Promise<void> {
    const { projectId, sceneId, selectedProjectVideo, mediaUrls = [] } = content;
    if (projectId) await this.project(userId, projectId);
    if (sceneId) await this.scene(userId, sceneId, projectId);
    if (selectedProjectVideo) await this.mediaAt(userId, platform, selectedProjectVideo.videoUrl);
    for (const url of mediaUrls) await this.mediaAt(userId, platform, url);
  }

  private async project(userId: string, id: string): Promise<void> {
    const projects = this.database.getRepository(entityOf(projectListView));
    if (!(await projects.existsBy({ id, userId, deleted: false }))) throw notFound();
  }

  private async scene(userId: string, id: string, projectId?: string | null): Promise<void> {
    const scenes = this.database.getRepository(entityOf(sceneListView));
    const found = { id, userId, deleted: false, projectDeleted: false };
    if (!(await scenes.existsBy(projectId ? { ...found, projectId } : found))) throw notFound();
  }

  private async mediaAt(userId: string, platform: SocialPlatform, url: string): Promise<void> {
    const { name, takesImages } = PLATFORM_PROFILES[platform];
    const isPicture = await this.isPicture(userId, url);
    if (isPicture && !takesImages) throw invalid(`${name} takes no pictures.`);
  }

  /** By its type where we keep it ourselves, by its name elsewhere. */
  private async isPicture(userId: string, url: string): Promise<boolean> {
    if (!url.startsWith('/')) return URL.canParse(url) && PICTURE_NAME.test(new URL(url).pathname);
    const key = keyOfMediaUrl(url);
    const stored = key === null ? null : await this.media.open(key, userId);
    if (!stored) throw invalid('One of the media files is missing. Add it again.');
    const { contentType } = stored.object;
    if (!/^(image|video)\//.test(contentType)) throw invalid('Only images and videos can be posted.');
    return contentType.startsWith('image/');
  }
}
