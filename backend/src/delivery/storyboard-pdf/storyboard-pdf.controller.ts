import { buffer } from 'node:stream/consumers';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import {
  castMembers,
  LIMITS,
  minutesAndSeconds,
  NARRATOR,
  RATIOS,
  sceneCast,
  storyboardQuerySchema,
} from '@storyreel/contracts';
import type { FramesPerPage } from '@storyreel/contracts';
import type { Request, Response } from 'express';
import { createZodDto } from 'nestjs-zod';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { WritesFile } from '../../infra/http/openapi/answers.decorator';
import { IdPipe } from '../../infra/http/request-params';
import { Pictures, UnusablePicture } from '../../infra/media/pictures';
import { CurrentUser, type SessionUser } from '../../infra/sessions';
import { DamagedFile, keyOfMediaUrl, MediaStore } from '../../infra/storage';
import { createBulkhead } from '../../lib/concurrency';
import { DomainError } from '../../lib/domain-error';
import { liveScenes, ownProject, projectAggregate } from '../../projects/storyboard';
import type { ProjectState, SceneState } from '../../projects/storyboard';
import { attachment, safeName } from '../zip';
import { drawStoryboard, type StoryboardFrame } from './draw-storyboard';

class StoryboardQueryDto extends createZodDto(storyboardQuerySchema) {}

/** Longest side of an image in pixels: at least 150 pixels per inch at its printed size. */
const IMAGE_SIDES: Record<FramesPerPage, number> = { 2: 900, 4: 640, 6: 480 };
const IMAGE_QUALITY = 80;
const BUSY = 'Many storyboards are being laid out. Please try again in a few seconds.';

@Controller('api/projects')
export class StoryboardPdfController {
  /** One storyboard at a time, because the whole storyboard is in memory during the layout. */
  private readonly inTurn = createBulkhead({ atOnce: 1, waiting: 16 }, BUSY, 5);

  constructor(
    private readonly store: AggregateStore,
    private readonly media: MediaStore,
    private readonly pictures: Pictures,
  ) {}

  @Get(':id/storyboard.pdf')
  @WritesFile('application/pdf')
  async storyboard(
    @Param('id', IdPipe) id: string,
    @Query() { paper, frames }: StoryboardQueryDto,
    @CurrentUser() user: SessionUser,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const state = ownProject(await this.store.load(projectAggregate, id), { ownerId: user.id });
    const scenes = liveScenes(state);
    if (scenes.length === 0) throw new DomainError('bad_request', 'There is no scene yet. Create scenes first.');
    if (scenes.length > LIMITS.storyboardScenes)
      throw new DomainError('limit_reached', `A storyboard can have at most ${LIMITS.storyboardScenes} scenes.`);
    const { title, film } = state.fields;
    response.setHeader('Content-Type', 'application/pdf');
    response.setHeader('Content-Disposition', attachment(`${safeName(title, 'project')}_storyboard.pdf`));
    // Clients check with a HEAD request before they start the download; it needs no layout.
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const pages = { title: title.trim() || 'Storyboard', paper, frames, ratio: RATIOS[film.format] };
    const shown = scenes.map((scene, index) => ({
      ...frameOf(state, scene, index),
      image: this.imageOf(scene, user.id, IMAGE_SIDES[frames], gone.signal),
    }));
    const pdf = await this.inTurn(() => drawStoryboard(pages, shown, gone.signal)).catch((error: unknown) => {
      // The client has disconnected, so no PDF is needed.
      if (gone.signal.aborted) return null;
      throw error;
    });
    if (pdf !== null) response.end(pdf);
  }

  /**
   * Returns a reader of a scene's image. Images are decoded in a separate process, one after the other; a missing image
   * leaves an empty frame.
   */
  private imageOf(scene: SceneState, ownerId: string, side: number, signal: AbortSignal): StoryboardFrame['image'] {
    const url = scene.images.find(({ id }) => id === scene.mainImageId)?.url ?? '';
    const key = keyOfMediaUrl(url);
    if (key === null) return null;
    return async () => {
      const opened = await this.media.open(key, ownerId);
      if (!opened) return null;
      const read = async () => buffer(await opened.read());
      const still = { maxWidth: side, maxHeight: side, quality: IMAGE_QUALITY };
      try {
        return (await this.pictures.decode(ownerId, read, { stills: [still], signal })).stills[0] ?? null;
      } catch (error) {
        if (error instanceof DamagedFile || error instanceof UnusablePicture) return null;
        throw error;
      }
    };
  }
}

/** Returns the texts of a scene in the order in which a reader needs them. */
export function frameOf(state: ProjectState, scene: SceneState, index: number): Omit<StoryboardFrame, 'image'> {
  const cast = sceneCast(scene, castMembers(state.fields)).map(({ name }) => name);
  const seconds = scene.speech?.seconds ?? scene.duration;
  const facts = [
    seconds < 60 ? `${Math.round(seconds * 10) / 10} s` : minutesAndSeconds(seconds),
    ...(scene.speaker === NARRATOR ? [] : [`Spoken by ${scene.speaker}`]),
    ...(cast.length === 0 ? [] : [`With ${cast.join(', ')}`]),
  ];
  const spoken = (scene.speech?.text ?? scene.narration ?? '').trim();
  return {
    title: `${index + 1}. ${scene.title}`,
    facts: facts.join(' · '),
    texts: [...(spoken === '' ? [] : [`“${spoken}”`]), scene.description, scene.sourceText],
  };
}
