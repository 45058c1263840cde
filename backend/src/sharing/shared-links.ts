import { Inject, Injectable } from '@nestjs/common';
import { type FilmFormat, type SharedLink, writtenWords } from '@storyreel/contracts';
import { DataSource } from 'typeorm';
import { FilmQueries } from '../generation';
import { APP_CONFIG, type AppConfig } from '../platform/config/app-config';
import { notFound } from '../platform/domain/domain-error';
import { ProjectQueries } from '../storyboard';
import { linkOfToken, tokenOfLink } from './link-token';
import { sharedLinkEntity } from './shared-link.view';

/** What a shared link shows. Addresses are those of media, ours or another site's. */
export interface SharedVideo {
  ownerId: string;
  title: string;
  url: string;
  posterUrl: string | null;
  /** WebVTT. */
  captionsUrl: string | null;
  /** Unknown for videos that were not made here. */
  format: FilmFormat | null;
}

const SHARE_PATH = '/share/';

@Injectable()
export class SharedLinks {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(ProjectQueries) private readonly projects: ProjectQueries,
    @Inject(FilmQueries) private readonly films: FilmQueries,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'sessionSecret'>,
  ) {}

  /** Those that are open. @throws DomainError not_found */
  async ofProject(projectId: string, userId: string): Promise<SharedLink[]> {
    await this.projects.summary(projectId, userId);
    const rows = await this.links.findBy({ projectId, userId, ended: false });
    return rows.map(({ id, filmId }) => this.present({ id, projectId, filmId }));
  }

  /** An ended one counts. @throws DomainError not_found */
  async mustExist(id: string, projectId: string, userId: string): Promise<void> {
    if (!(await this.links.existsBy({ id, projectId, userId }))) throw notFound();
  }

  /** What somebody sees who has nothing but the link; null when it was ended, or there is nothing left to see. */
  async open(token: string): Promise<SharedVideo | null> {
    const id = linkOfToken(token, this.config.sessionSecret);
    const link = id === null ? null : await this.links.findOneBy({ id, ended: false });
    const project = link && (await this.projects.findSummary(link.projectId, link.userId));
    if (!project) return null;
    const { filmId, userId: ownerId, projectId } = link;
    // The description is a note for whoever makes the film, which was never meant for others.
    const about = { ownerId, title: writtenWords(project).title };
    const url = filmId === null ? project.completedVideoUrl : null;
    const film =
      filmId !== null
        ? await this.films.made(filmId, ownerId)
        : url && (await this.films.byFile(url, projectId, ownerId));
    if (film) {
      const { files, format } = film;
      return { ...about, url: files.url, posterUrl: files.posterUrl, captionsUrl: files.vttUrl, format };
    }
    return url ? { ...about, url, posterUrl: null, captionsUrl: null, format: null } : null;
  }

  present(link: Omit<SharedLink, 'url'>): SharedLink {
    return { ...link, url: SHARE_PATH + tokenOfLink(link.id, this.config.sessionSecret) };
  }

  private get links() {
    return this.dataSource.getRepository(sharedLinkEntity);
  }
}
