import { idOfStream } from '../../platform/domain/aggregate';
import type { PushRule } from '../../platform/push/push-rule';
import { projectListView } from './project-list.view';
import { type SceneListEvent, sceneListView } from './scene-list.view';

const projectsChanged: PushRule = {
  types: [...new Set<string>([...projectListView.types, ...sceneListView.types])],
  draft: (event) => ({
    type: 'projectsChanged',
    projectIds: event.type === 'ProjectsReordered' ? [] : [idOfStream(event.streamId)],
  }),
};

const scenesChanged: PushRule<SceneListEvent> = {
  types: sceneListView.types,
  draft(event) {
    const sceneIds = sceneListView.keys(event);
    return sceneIds.length === 0 ? null : { type: 'scenesChanged', projectId: idOfStream(event.streamId), sceneIds };
  },
};

export const projectPushRules: PushRule[] = [projectsChanged, scenesChanged];
