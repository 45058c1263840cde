import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LEAD_SECONDS } from '@storyreel/contracts';
import { captionsBetween, captionsOf, drawStrips } from './captions';
import { pictureFrames } from './timeline';
import type { FilmPicture } from './timeline';
import { FPS, frameSize } from './film-plan';
import type { FilmPlan } from './film-plan';
import { asProblem } from './film-problem';
import { inTurns } from './film-tools';
import type { Piece } from './join-film';
import { type FilmContext, trimOf } from './prepare-scenes';
import { checkFade, checkScene, PART, renderFade, renderScene } from './render-scene';
import { sourceOf } from './picture-source';

/** Called with the number of finished frames and the first unfinished scene; null once all are finished. */
export type OnFrames = (done: number, of: number, scene: number | null) => void;

interface Part {
  name: string;
  folder: string;
}

/** Renders missing parts and returns all pieces in order. @throws FilmProblem, the signal's reason */
export async function renderPictures(
  context: FilmContext,
  plan: FilmPlan,
  pictures: readonly FilmPicture[],
  onFrames: OnFrames,
): Promise<Piece[]> {
  const all = pictures.reduce((sum, { slot }) => sum + slot.frames, 0);
  const done = pictures.map(() => 0);
  const parts = await inTurns(pictures, (picture, index) =>
    keepPart(context, plan, picture, (frame) => {
      done[index] = Math.min(frame, picture.slot.frames);
      const next = pictures.find(({ kind, slot }, at) => kind === 'scene' && (done[at] ?? 0) < slot.frames);
      onFrames(
        done.reduce((sum, frames) => sum + frames, 0),
        all,
        next?.kind === 'scene' ? next.number : null,
      );
    }),
  );
  const pieces: Piece[] = [];
  let before: Part | null = null;
  for (const [index, { slot }] of pictures.entries()) {
    const part: Part | undefined = parts[index];
    if (!part) continue;
    if (slot.fadeIn > 0 && before !== null) pieces.push(await fadePiece(context, plan, [before, part], slot.fadeIn));
    pieces.push({ path: join(part.folder, PART.body), frames: pictureFrames(slot) - slot.fadeIn - slot.fadeOut });
    before = part;
  }
  return pieces;
}

async function keepPart(
  context: FilmContext,
  plan: FilmPlan,
  picture: FilmPicture,
  onFrame: (frame: number) => void,
): Promise<Part> {
  const { signal } = context.tools;
  const name = partName(context, plan, picture);
  const message =
    picture.kind === 'card' ? 'A card of the film was not drawn.' : `Scene ${picture.number} was not rendered.`;
  const sceneId = picture.kind === 'scene' ? picture.scene.id : null;
  const folder = await asProblem({ code: 'render-failed', message, sceneId, signal }, () => {
    signal?.throwIfAborted();
    const work = {
      make: (draft: string) => renderPart(context, plan, picture, draft, onFrame),
      check: (made: string) => checkScene(made, picture.slot),
    };
    return context.parts.keep(name, work, { counted: true });
  });
  onFrame(picture.slot.frames);
  return { name, folder };
}

function partName({ nameOf }: FilmContext, plan: FilmPlan, picture: FilmPicture): string {
  const { frames, fadeIn, fadeOut } = picture.slot;
  const shape = { kind: 'picture', format: plan.format, quality: plan.quality, frames, fadeIn, fadeOut };
  if (picture.kind === 'card') return nameOf({ ...shape, card: picture.text });
  const { scene, prepared, shot, fromFrame } = picture;
  const { speech, clip, images } = prepared;
  const { from: _, to: __, isPinned: ___, ...shown } = shot;
  const file = shot.kind === 'image' ? images[shot.image]?.hash : clip?.hash;
  const said =
    speech && plan.captions.style !== 'off'
      ? { text: speech.text, seconds: speech.seconds, times: speech.times }
      : null;
  const captions = said && { ...said, ...plan.captions, fromFrame };
  return nameOf({ ...shape, shown, trim: trimOf(scene), file, captions });
}

async function renderPart(
  { tools, stills }: FilmContext,
  plan: FilmPlan,
  picture: FilmPicture,
  draft: string,
  onFrame: (frame: number) => void,
): Promise<void> {
  const { slot } = picture;
  const { style } = plan.captions;
  const folder = await mkdtemp(join(tools.scratch, 'source-'));
  try {
    const size = frameSize(plan.format, plan.quality);
    const source = await sourceOf(tools, stills, folder, picture, { frames: pictureFrames(slot), size });
    const fromFrame = picture.kind === 'scene' ? picture.fromFrame : 0;
    const captions = style === 'off' ? null : captionsBetween(captionsOf(plan, picture), fromFrame, slot.frames);
    const start = LEAD_SECONDS + (slot.fadeIn / 2 - fromFrame) / FPS;
    const drawn = captions && {
      layout: captions.layout,
      strips: await drawStrips(folder, captions.phrases, { layout: captions.layout, start, signal: tools.signal }),
    };
    await renderScene(tools, draft, { source, captions: drawn, slot, quality: plan.quality, onFrame });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function fadePiece(
  { tools, parts, nameOf }: FilmContext,
  { quality, format }: FilmPlan,
  [from, to]: [Part, Part],
  frames: number,
): Promise<Piece> {
  const name = nameOf({ kind: 'fade', from: from.name, to: to.name, frames, quality, format });
  const problem = { code: 'render-failed' as const, message: 'A cross-fade was not rendered.', sceneId: null };
  const folder = await asProblem({ ...problem, signal: tools.signal }, () =>
    parts.keep(
      name,
      {
        make: (draft) =>
          renderFade(tools, draft, {
            tail: join(from.folder, PART.tail),
            head: join(to.folder, PART.head),
            frames,
            quality,
          }),
        check: (made) => checkFade(made, frames),
      },
      { counted: true },
    ),
  );
  return { path: join(folder, PART.body), frames };
}
