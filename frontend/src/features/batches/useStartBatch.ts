import { isBlank, textPrice, toZaps } from '@storyreel/contracts';
import type { Batch, ClipChoice, FilmChoice, Project } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { logError } from '../../platform/log';
import { NotSaved, reasonOf } from '../../platform/http/failures';
import { tellFailure } from '../../ui';
import { refreshMedia } from '../pictures/api';
import { flushProject } from '../projects/useProjectAutosave';
import { flushAllScenes } from '../scenes/useSceneAutosave';
import { announceStarted, batchWatch } from './batch-watch';
import { keepBatch, startBatch } from './api';

type Order = Parameters<typeof startBatch>[0];

/** Saves pending edits and starts a batch, which continues after the user leaves the screen. Never rejects. */
export function useStartBatch(project: Project) {
  const queryClient = useQueryClient();
  const [isStarting, setIsStarting] = useState(false);
  // A ref, because a state update comes too late to block a double click.
  const starting = useRef(false);

  async function start(
    order: Omit<Order, 'projectId'>,
    told: { unsaved: string; refused(reason: string | undefined): void; started(batch: Batch): void },
  ): Promise<void> {
    if (starting.current) return;
    starting.current = true;
    setIsStarting(true);
    try {
      const saved = (await flushAllScenes()) && (await flushProject(project.id));
      if (!saved) return tellFailure(told.unsaved, new NotSaved().message);
      const batch = await startBatch({ ...order, projectId: project.id });
      keepBatch(queryClient, batch);
      told.started(batch);
      batchWatch(queryClient).watch(batch);
    } catch (error) {
      logError('A batch could not be started', error);
      told.refused(reasonOf(error));
    } finally {
      starting.current = false;
      setIsStarting(false);
      void refreshMedia(queryClient, project.id);
    }
  }

  const failed = (reason: string | undefined) =>
    tellFailure('Batch failed', `No scene could be queued.${reason ? ` ${reason}` : ''}`);

  return {
    isStarting,
    images: (sceneIds: string[], zaps: number) =>
      start(
        { kind: 'images', sceneIds, zaps },
        { unsaved: 'Batch not started', refused: failed, started: announceStarted },
      ),
    clips: (sceneIds: string[], clips: ClipChoice, zaps: number) =>
      start(
        { kind: 'clips', sceneIds, clips, zaps },
        { unsaved: 'Batch not started', refused: failed, started: announceStarted },
      ),
    speech: (sceneIds: string[], zaps: number) =>
      start(
        { kind: 'speech', sceneIds, zaps },
        { unsaved: 'Batch not started', refused: failed, started: announceStarted },
      ),
    film: (film: FilmChoice, clips: ClipChoice | undefined, zaps: number) =>
      start(
        { kind: 'film', sceneIds: [], film, clips, zaps },
        {
          unsaved: 'The film was not started',
          refused: (reason) => tellFailure("Couldn't start the film", reason),
          // Not announced, since the screen itself shows the batch's steps.
          started: () => undefined,
        },
      ),
    refresh: (refresh: string[], zaps: number) =>
      start(
        { kind: 'refresh', sceneIds: [], refresh, zaps },
        {
          unsaved: 'Nothing was refreshed',
          refused: (reason) => tellFailure("Couldn't start the refresh", reason),
          // Not announced, since the bar itself shows the batch's progress.
          started: () => undefined,
        },
      ),
    async descriptions(sceneIds: string[]): Promise<void> {
      if (isBlank(project.story)) return tellFailure('Please write a story first');
      if (sceneIds.length === 0) return tellFailure('Please create scenes first');
      const share = `0/${sceneIds.length} descriptions generated.`;
      const refused = (reason: string | undefined) =>
        tellFailure('Generation Failed', `${share}${reason ? ` ${reason}` : ''}`);
      const zaps = toZaps(textPrice(sceneIds.length).units);
      const nothing = () => undefined;
      return start(
        { kind: 'descriptions', sceneIds, zaps },
        { unsaved: 'Generation Failed', refused, started: nothing },
      );
    },
  };
}
