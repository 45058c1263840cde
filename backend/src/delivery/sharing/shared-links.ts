import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { writtenWords } from '@storyreel/contracts';
import type { SharedLink } from '@storyreel/contracts';
import { DataSource } from 'typeorm';
import { idOfStream } from '../../eventsourcing/domain/aggregate';
import type { PushRule } from '../../eventsourcing/push/push-rule';
import { entityOf } from '../../eventsourcing/views/view';
import type { View } from '../../eventsourcing/views/view';
import { FilmQueries, frameSize } from '../../generation';
import type { FrameSize } from '../../generation';
import { APP_CONFIG } from '../../infra/config/app-config';
import type { AppConfig } from '../../infra/config/app-config';
import { notFound } from '../../lib/domain-error';
import { isSameSecret } from '../../lib/secrets';
import { ProjectQueries } from '../../projects/storyboard';
import type { ProjectEventOf } from '../../projects/storyboard';

const TOKEN = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{22})$/;
/** Length of the signature in bytes. 16 suffice, since guesses can only be tried against this server. */
const MAC_BYTES = 16;

const macOf = (linkId: string, secret: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['link', linkId]))
    .digest()
    .subarray(0, MAC_BYTES)
    .toString('base64url');

/**
 * Returns the token in a shared link's address. The token depends on the secret, so stored or logged data does not
 * reveal it.
 */
export function tokenOfLink(linkId: string, secret: string): string {
  const id = Buffer.from(linkId.replaceAll('-', ''), 'hex');
  return `${id.toString('base64url')}.${macOf(linkId, secret)}`;
}

/** Returns the link id in a token; null when the signature is not ours. */
export function linkOfToken(token: string, secret: string): string | null {
  const [, id] = TOKEN.exec(token) ?? [];
  if (id === undefined) return null;
  const hex = Buffer.from(id, 'base64url').toString('hex');
  const linkId = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  return isSameSecret(token, tokenOfLink(linkId, secret)) ? linkId : null;
}

/** A link by which others can watch a video, or could until it was revoked. */
export interface SharedLinkRow {
  id: string;
  userId: string;
  projectId: string;
  /** Id of the film; null for the final video. */
  filmId: string | null;
  ended: boolean;
  createdAt: string;
}

export const sharedLinkView: View<SharedLinkRow, ProjectEventOf<'VideoShared' | 'VideoUnshared'>> = {
  name: 'shared_link',
  version: 1,
  key: 'id',
  columns: {
    id: { type: 'uuid' },
    userId: { type: 'uuid' },
    projectId: { type: 'uuid' },
    filmId: { type: 'uuid', nullable: true },
    ended: { type: 'boolean' },
    createdAt: { type: 'text' },
  },
  indexes: [['projectId']],
  types: ['VideoShared', 'VideoUnshared'],
  keys: ({ data }) => [data.linkId],
  evolve(row, event, id) {
    if (event.type === 'VideoUnshared') return row && { ...row, ended: true };
    const { ownerId: userId, at: createdAt } = event.metadata;
    return { id, userId, projectId: idOfStream(event.streamId), filmId: event.data.filmId, ended: false, createdAt };
  },
};

const sharedLinkEntity = entityOf(sharedLinkView);

/** The content of a shared link. Its media are stored here or on other sites. */
export interface SharedVideo {
  ownerId: string;
  title: string;
  url: string;
  posterUrl: string | null;
  /** Address of the captions, in WebVTT. */
  captionsUrl: string | null;
  /** Frame size of the film and its poster; null for videos that were not made here. */
  size: FrameSize | null;
}

const SHARE_PATH = '/share/';

@Injectable()
export class SharedLinks {
  constructor(
    private readonly dataSource: DataSource,
    private readonly projects: ProjectQueries,
    private readonly films: FilmQueries,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'sessionSecret'>,
  ) {}

  /** Returns the links that are open. @throws DomainError not_found */
  async ofProject(projectId: string, userId: string): Promise<SharedLink[]> {
    await this.projects.summary(projectId, userId);
    const rows = await this.links.findBy({ projectId, userId, ended: false });
    return rows.map(({ id, filmId }) => this.present({ id, projectId, filmId }));
  }

  /**
   * Checks that a link exists or once existed: revoked links count, too.
   * @throws DomainError not_found for a link that never existed
   */
  async mustExist(id: string, projectId: string, userId: string): Promise<void> {
    if (!(await this.links.existsBy({ id, projectId, userId }))) throw notFound();
  }

  /** Returns the content that a link shows; null when the link was revoked or its video no longer exists. */
  async open(token: string): Promise<SharedVideo | null> {
    const id = linkOfToken(token, this.config.sessionSecret);
    const link = id === null ? null : await this.links.findOneBy({ id, ended: false });
    const project = link && (await this.projects.findSummary(link.projectId, link.userId));
    if (!project) return null;
    const { filmId, userId: ownerId, projectId } = link;
    // The description is left out, since it is the author's private note.
    const about = { ownerId, title: writtenWords(project).title };
    const url = filmId === null ? project.completedVideoUrl : null;
    const film =
      filmId !== null
        ? await this.films.made(filmId, ownerId)
        : url && (await this.films.byFile(url, projectId, ownerId));
    if (film) {
      const { files, format, quality } = film;
      const size = frameSize(format, quality);
      return { ...about, url: files.url, posterUrl: files.posterUrl, captionsUrl: files.vttUrl, size };
    }
    return url ? { ...about, url, posterUrl: null, captionsUrl: null, size: null } : null;
  }

  present(link: Omit<SharedLink, 'url'>): SharedLink {
    return { ...link, url: SHARE_PATH + tokenOfLink(link.id, this.config.sessionSecret) };
  }

  private get links() {
    return this.dataSource.getRepository(sharedLinkEntity);
  }
}

/** Pushed separately from the project: the project changes with every typed word, its links rarely. */
export const sharedLinksPushRule: PushRule = {
  types: sharedLinkView.types,
  draft: ({ streamId }) => ({ type: 'linksChanged', projectId: idOfStream(streamId) }),
};
