import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { FilmQueries } from '../../generation';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { DomainError } from '../../lib/domain-error';
import { IdPipe } from '../../infra/http/request-params';
import { WritesFile } from '../../infra/http/openapi/answers.decorator';
import { CurrentUser, type SessionUser } from '../../infra/sessions';
import { MediaStore } from '../../infra/storage';
import { ownProject, projectAggregate } from '../../projects/storyboard';
import { EditorFiles } from './editor/editor-files';
import { planZip, safeName } from './plan-zip';
import { ProvenanceOfFiles } from './provenance-of-files';
import { sendZip } from './send-zip';
import { checkAssets, writeZip } from './write-zip';

@Controller('api/projects')
export class ZipController {
  constructor(
    private readonly store: AggregateStore,
    private readonly media: MediaStore,
    private readonly films: FilmQueries,
    private readonly editor: EditorFiles,
    private readonly provenance: ProvenanceOfFiles,
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
    await sendZip(
      request,
      response,
      { name: `${safeName(state.fields.title, 'project')}_assets.zip`, leftOut: lost },
      (zip) => writeZip({ ...zip, editor: this.editor, provenance: this.provenance }, state, assets, plan.texts),
    );
  }
}
