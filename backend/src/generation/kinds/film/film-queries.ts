import { Inject, Injectable } from '@nestjs/common';
import type { Film, FilmFiles } from '@storyreel/contracts';
import { DataSource, Raw } from 'typeorm';
import { notFound } from '../../../platform/domain/domain-error';
import { ProjectQueries } from '../../../storyboard';
import { filmJobEntity, type FilmRow } from './film-job.view';

/** Of a project that makes a film a day, two months. */
const NEWEST = 60;

export type MadeFilm = Film & { files: FilmFiles };

@Injectable()
export class FilmQueries {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(ProjectQueries) private readonly projects: ProjectQueries,
  ) {}

  /** @throws DomainError not_found */
  async ofProject(projectId: string, userId: string): Promise<Film[]> {
    await this.projects.one(projectId, userId);
    const rows = await this.films.find({
      where: { projectId, userId, removed: false },
      order: { createdAt: 'desc', id: 'asc' },
      take: NEWEST,
    });
    return rows.map(present);
  }

  /** Removed ones too. @throws DomainError not_found */
  async one(id: string, userId: string): Promise<Film> {
    const row = await this.films.findOneBy({ id, userId });
    if (!row) throw notFound();
    return present(row);
  }

  /** One that was made and is there; null otherwise. */
  async made(id: string, userId: string): Promise<MadeFilm | null> {
    const row = await this.films.findOneBy({ id, userId, removed: false });
    return row && madeOf(present(row));
  }

  /**
   * The film that a file of a project is; null for a file that is none. Deleted ones are found too, and one of another
   * project of the same user: a copy of a project has the films of the original as its files.
   */
  async byFile(url: string, projectId: string, userId: string): Promise<MadeFilm | null> {
    const files = Raw((column) => `${column} ->> 'url' = :url`, { url });
    const order = { createdAt: 'desc' } as const;
    const row =
      (await this.films.findOne({ where: { projectId, userId, files }, order })) ??
      (await this.films.findOne({ where: { userId, files }, order }));
    return row && madeOf(present(row));
  }

  private get films() {
    return this.dataSource.getRepository(filmJobEntity);
  }
}

const present = ({ userId: _, removed: __, ...film }: FilmRow): Film => film;
const madeOf = ({ files, ...film }: Film): MadeFilm | null => files && { ...film, files };
