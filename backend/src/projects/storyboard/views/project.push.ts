import { idOfStream } from '../../../eventsourcing/domain/aggregate';
import type { RecordedEvent } from '../../../eventsourcing/domain/domain-event';
import type { PushRule } from '../../../eventsourcing/push/push-rule';
import { projectListView } from './project-list.view';
import { type SceneListEvent, sceneListView } from './scene-list.view';

const WORDS = 'SceneEdited';

/**
 * Names an event as `project@revision`. The window that caused the event got this revision in its response, so it need
 * not fetch again.
 */
const at = ({ streamId, revision }: Pick<RecordedEvent, 'streamId' | 'revision'>): string[] => [
  `${idOfStream(streamId)}@${revision}`,
];

/** Skips edits of scene texts: a project's row shows counts of its scenes and one image, but no scene texts. */
const projectsChanged: PushRule = {
  types: [...new Set<string>([...projectListView.types, ...sceneListView.types])].filter((type) => type !== WORDS),
  draft: (event) =>
    event.type === 'ProjectsReordered'
      ? { type: 'projectsChanged', projectIds: [] }
      : { type: 'projectsChanged', projectIds: [idOfStream(event.streamId)], at: at(event) },
};

const scenesChanged: PushRule<SceneListEvent> = {
  types: sceneListView.types,
  draft(event) {
    const sceneIds = sceneListView.keys(event);
    if (sceneIds.length === 0) return null;
    const texts = event.type === WORDS;
    return { type: 'scenesChanged', projectId: idOfStream(event.streamId), sceneIds, texts, at: at(event) };
  },
};

export const projectPushRules: PushRule[] = [projectsChanged, scenesChanged];
