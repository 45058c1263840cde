import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ZipArchive } from 'archiver';
import type { Request, Response } from 'express';
import { FilmQueries } from '../../generation';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { DomainError } from '../../lib/domain-error';
import { IdPipe } from '../../infra/http/request-params';
import { WritesFile } from '../../infra/http/openapi/answers.decorator';
import { CurrentUser, type SessionUser } from '../../infra/sessions';
import { MEDIA_STORE, type MediaStore } from '../../infra/storage';
import { toError } from '../../lib/errors';
import { ownProject, projectAggregate } from '../../projects/storyboard';
import { EditorFiles } from './editor/editor-files';
import { attachment, planZip, safeName } from './plan-zip';
import { ProvenanceOfFiles } from './provenance-of-files';
import { checkAssets, writeZip } from './write-zip';

@Controller('api/projects')
export class ZipController {
  constructor(
    @Inject(AggregateStore) private readonly store: AggregateStore,
    @Inject(MEDIA_STORE) private readonly media: MediaStore,
    @Inject(FilmQueries) private readonly films: FilmQueries,
    @Inject(EditorFiles) private readonly editor: EditorFiles,
    @Inject(ProvenanceOfFiles) private readonly provenance: ProvenanceOfFiles,
  ) {}

  @Get(':id/download-all')
  @WritesFile('application/zip')
  async downloadAll(
    @Param('id', IdPipe) id: string,
    @CurrentUser() user: SessionUser,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const state = ownProject(await this.store.load(projectAggregate, id), { ownerId: user.id });
    const { completedVideoUrl } = state.fields;
    const film = completedVideoUrl === null ? null : await this.films.byFile(completedVideoUrl, id, user.id);
    const plan = planZip(state, film);
    if (plan.assets.length === 0) {
      throw new DomainError('not_found', "This project doesn't have any videos or audio files to download.");
    }
    const assets = await checkAssets(this.media, plan.assets, user.id);
    const lost = assets.filter(({ problem }) => problem === 'missing' || problem === 'damaged').length;
    if (lost === assets.length) {
      throw new DomainError('unavailable', 'None of the files can be read. Please contact your administrator.');
    }
    // For the client's toast; the ZIP itself names the files.
    if (lost > 0) response.setHeader('X-Left-Out', String(lost));
    response.setHeader('Content-Type', 'application/zip');
    response.setHeader('Content-Disposition', attachment(`${safeName(state.fields.title, 'project')}_assets.zip`));
    // Clients check by HEAD before they start the download; nothing is packed for it.
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    const archive = new ZipArchive();
    // The headers are sent: only a broken connection can show the client that the file is incomplete.
    archive.on('error', (error) => response.destroy(error));
    const gone = new AbortController();
    response.on('close', () => {
      gone.abort();
      archive.destroy();
    });
    archive.pipe(response);
    const target = { archive, signal: gone.signal, editor: this.editor, provenance: this.provenance };
    await writeZip(target, state, assets, plan.texts).catch((error: unknown) => {
      response.destroy(toError(error));
    });
  }
}
