import type { Batch, BatchKind, FilmQuality, Project, Scene } from '@storyreel/contracts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { ConfirmDialog, Stack } from '../../ui';
import { useFocusReturn } from '../../ui/Dialog';
import { countOfScenes, KIND_WORDS, useBatches } from '../batches/api';
import { useScenes } from '../scenes/api';
import { useStartFilm } from './api';

type Made = Exclude<BatchKind, 'descriptions' | 'film' | 'refresh'>;

/** Whether media of each kind are being generated for a scene, by the scene's own state. */
const IS_BEING_MADE: Record<Made, (scene: Scene) => boolean> = {
  speech: ({ speechStatus }) => speechStatus === 'processing',
  images: ({ imageStatuses }) => imageStatuses.includes('processing'),
  clips: ({ videos }) => videos.some(({ status }) => status === 'processing'),
};
const KINDS = Object.keys(IS_BEING_MADE) as Made[];

/** Lists the media that a film started now would lack, one sentence per kind; empty when nothing is being generated. */
export function underWay(
  { id, film, storyAudioStatus }: Pick<Project, 'id' | 'film' | 'storyAudioStatus'>,
  scenes: readonly Scene[],
  batches: readonly Batch[],
): string[] {
  const sentences = KINDS.flatMap((kind) => {
    const batch = batches.find((one) => one.projectId === id && one.kind === kind && !one.isOver);
    // A scene's own state does not show that the scene is waiting in a batch.
    const count = Math.max(scenes.filter(IS_BEING_MADE[kind]).length, batch ? batch.waiting + batch.running : 0);
    const are = kind === 'speech' ? 'is' : 'are';
    return count === 0 ? [] : [`${KIND_WORDS[kind]} for ${countOfScenes(count)} ${are} still being made.`];
  });
  const isReading = film.music && !film.musicBed && storyAudioStatus === 'processing';
  return isReading ? [...sentences, 'The story audio is still being generated.'] : sentences;
}

/** Returns the sentences of `underWay` for the open project. */
function useUnderWay(project: Project): string[] {
  const { data: scenes = [] } = useScenes(project.id);
  const { data: batches = [] } = useBatches();
  return underWay(project, scenes, batches);
}

interface MakeFilmCommand {
  isStarting: boolean;
  /** Starts the film, but asks first if media for it are still being generated. */
  make: (quality: FilmQuality) => Promise<void> | void;
  /** The question, to be rendered beside the control that calls `make`. */
  question: ReactNode;
}

export function useMakeFilm(project: Project): MakeFilmCommand {
  const { isStarting, make } = useStartFilm(project.id);
  const missing = useUnderWay(project);
  const [asked, setAsked] = useState<FilmQuality | null>(null);
  const returnFocus = useFocusReturn(asked !== null);
  const close = () => setAsked(null);
  function confirm(): void {
    close();
    if (asked) void make(asked);
  }
  const question = (
    <ConfirmDialog
      open={asked !== null}
      onOpenChange={(open) => !open && close()}
      title="Make the Film Now?"
      confirmLabel="Make the Film Now"
      cancelLabel="Wait"
      onConfirm={confirm}
      onCloseAutoFocus={returnFocus}
      body={
        <Stack gap={3}>
          <p role="status">{missing.length > 0 ? missing.join(' ') : 'Everything is ready now.'}</p>
          {missing.length > 0 && <p>A film made now lacks the missing parts, and is charged in full.</p>}
        </Stack>
      }
    />
  );
  return { isStarting, make: (quality) => (missing.length > 0 ? setAsked(quality) : make(quality)), question };
}
