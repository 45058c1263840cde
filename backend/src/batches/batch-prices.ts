import { Inject, Injectable } from '@nestjs/common';
import {
  type BatchOrder,
  CARD_SECONDS,
  type ClipChoice,
  type FilmChoice,
  isBlank,
  narrationOf,
  NARRATOR,
  NEW_SCENE,
  secondsToSpeak,
  textPrice,
  toUnits,
  voiceOf,
} from '@storyreel/contracts';
import { DomainError, notFound } from '../lib/domain-error';
import { FilmRequests, ImageRequests, type KnownVoices, SpeechRequests, VideoRequests } from '../generation';
import { PROVIDERS, type Providers } from '../integrations/providers.token';
import { PaidWork } from '../money/zaps';
import { liveScenes, ownProject, ownScene, type ProjectState, type SceneState } from '../projects/storyboard';
import type { LeftOut } from './domain/batch';
import { planFilm, type PlannedFilm, type SceneFacts } from './domain/plan-film';

type PricedKind = Exclude<BatchOrder['kind'], 'film' | 'refresh'>;
type PricedOrder = Pick<BatchOrder, 'sceneIds'> & { kind: PricedKind } & { clips?: BatchOrder['clips'] | null };

export interface Quoted {
  /** Ids of the scenes that can be generated. */
  sceneIds: string[];
  /** Price of all these scenes together, in ledger units. */
  units: number;
  includedScenes: number;
  leftOut: LeftOut[];
}

export const SCENE_DELETED = 'This scene was deleted.';

/** Quotes the current price of scenes, and lists those that cannot be generated. */
@Injectable()
export class BatchPrices {
  constructor(
    private readonly images: ImageRequests,
    private readonly videos: VideoRequests,
    private readonly speech: SpeechRequests,
    private readonly films: FilmRequests,
    private readonly paidWork: PaidWork,
    @Inject(PROVIDERS) private readonly providers: Providers,
  ) {}

  /**
   * @throws DomainError not_found for a scene that the project never had or a project of another user; bad_request for
   * invalid settings
   */
  async quote(project: ProjectState, order: PricedOrder, ownerId: string): Promise<Quoted> {
    ownProject(project, { ownerId });
    const { remainingToday } = order.kind === 'images' ? await this.images.bulkQuote(ownerId) : { remainingToday: 0 };
    const voices = order.kind === 'speech' ? await this.speech.known() : null;
    const quoted: Quoted = { sceneIds: [], units: 0, includedScenes: 0, leftOut: [] };
    for (const sceneId of new Set(order.sceneIds)) {
      if (!project.scenes[sceneId]) throw notFound();
      try {
        const units = this.check(project, { ...order, voices }, sceneId, { ownerId });
        const isIncluded = quoted.sceneIds.length < remainingToday;
        quoted.sceneIds.push(sceneId);
        quoted.units += isIncluded ? 0 : units;
        quoted.includedScenes += isIncluded ? 1 : 0;
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        quoted.leftOut.push({ sceneId, message: error.code === 'not_found' ? SCENE_DELETED : error.message });
      }
    }
    return quoted;
  }

  /**
   * @returns the price in ledger units
   * @throws DomainError with the reason why nothing can be generated for the scene
   */
  private check(
    project: ProjectState,
    { kind, clips, voices }: PricedOrder & { voices: KnownVoices | null },
    sceneId: string,
    owner: { ownerId: string },
  ): number {
    switch (kind) {
      case 'images':
        return this.images.priceOfScene(project, sceneId, owner).units;
      case 'descriptions':
        ownScene(project, sceneId, owner);
        return textPrice(1).units;
      case 'clips':
        if (!clips) throw new DomainError('bad_request', 'Choose a model for the clips.');
        return this.videos.priceOfScene(project, sceneId, clips, owner).units;
      case 'speech':
        if (!voices) throw new Error('The voices were not loaded');
        return this.speech.priceOfScene(project, sceneId, voices, owner).units;
      default:
        return kind satisfies never;
    }
  }

  /**
   * Returns the price of a film of the project in its present state.
   * @throws DomainError with the reason why no film can be made
   */
  filmUnits(project: ProjectState, { quality }: Pick<FilmChoice, 'quality'>, ownerId: string): number {
    return this.films.priceOf(project, quality, { ownerId }).units;
  }

  /** Plans a film from the project's story and its present scenes. @throws DomainError not_found, bad_request, provider_failed */
  async film(
    project: ProjectState,
    { film, clips }: { film: FilmChoice; clips?: ClipChoice | null },
    ownerId: string,
  ): Promise<PlannedFilm> {
    const { fields, id: projectId } = ownProject(project, { ownerId });
    const [known, { remainingToday }, available] = await Promise.all([
      this.speech.known(),
      this.images.bulkQuote(ownerId),
      this.paidWork.available(ownerId),
    ]);
    const kept = film.newScenes ? [] : liveScenes(project);
    const scenes = kept.map((scene) => this.sceneFacts(project, scene, known, ownerId));
    const cards = [fields.film.titleCard, fields.film.endCard].filter((words) => !isBlank(words)).length;
    return planFilm(
      {
        projectId,
        story: fields.story,
        hasContinuity: [fields.characters, fields.environment, fields.props].every((words) => !isBlank(words)),
        scenes,
        narrator: {
          speed: voiceOf(fields.voices, NARRATOR)?.speed ?? 1,
          problem: this.speech.problemOf(project, fields.story, known),
        },
        cardSeconds: cards * CARD_SECONDS,
        includedImages: remainingToday,
        imageUnits: this.images.mostForScene(project).units,
        clipUnits: clips ? this.videos.priceOfClip(clips, NEW_SCENE.duration).units : null,
        availableUnits: toUnits(available),
        standIns: this.standIns(clips ?? null),
      },
      film,
    );
  }

  private sceneFacts(project: ProjectState, scene: SceneState, known: KnownVoices, ownerId: string): SceneFacts {
    const { id, title, speech, mainImageId, mainVideoId, imagePrompt, duration } = scene;
    const text = narrationOf(scene);
    const speed = voiceOf(project.fields.voices, scene.speaker)?.speed ?? 1;
    const common = {
      id,
      title,
      described: !isBlank(imagePrompt),
      pictured: mainImageId !== null,
      animated: mainVideoId !== null,
      seconds: duration,
    };
    try {
      const { units } = this.speech.priceOfScene(project, id, known, { ownerId });
      return { ...common, speech: { seconds: secondsToSpeak(text, speed), units }, silent: null };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (speech?.text === text) return { ...common, speech: { seconds: speech.seconds, units: 0 }, silent: null };
      return { ...common, speech: null, silent: error.message };
    }
  }

  private standIns(clips: ClipChoice | null): string[] {
    const { text, image, video, speech } = this.providers;
    const made = [
      ...(text.name === 'sandbox' ? ['texts'] : []),
      ...(image.name === 'sandbox' ? ['images'] : []),
      ...(speech.name === 'sandbox' ? ['voices'] : []),
      ...(clips && video.name === 'sandbox' ? ['clips'] : []),
    ];
    if (made.length === 0) return [];
    const list = made.length === 1 ? made.join('') : `${made.slice(0, -1).join(', ')} and ${made.at(-1)}`;
    return [`Stand-ins made on this computer: ${list}. They show how it works; real models make better ones.`];
  }
}
