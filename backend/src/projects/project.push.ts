import { idOfStream } from '../platform/domain/aggregate';
import type { PushRule } from '../platform/push/push-rule';
import { projectListView } from './project-list.view';
import { sceneListView } from './scene-list.view';

const projectsChanged: PushRule = {
  types: [...projectListView.types, ...sceneListView.types.filter((type) => !projectListView.types.includes(type))],
  draft: (event) => ({
    type: 'projectsChanged',
    projectIds: event.type === 'ProjectsReordered' ? [] : [idOfStream(event.streamId)],
  }),
};

const scenesChanged: PushRule = {
  types: sceneListView.types,
  draft(event) {
    const sceneIds = sceneListView.keys(event);
    return sceneIds.length === 0 ? null : { type: 'scenesChanged', projectId: idOfStream(event.streamId), sceneIds };
  },
};

export const projectPushRules = [projectsChanged, scenesChanged];
