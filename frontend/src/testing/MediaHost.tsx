import { SceneMediaPanels } from '../features/workspace/SceneEditorBody';
import { useProject } from '../features/projects/api';
import { useScenes } from '../features/scenes/api';
import { PROJECT_ID } from './media-fixtures';

/** Shows the media of the project's first scene, read by the workspace's queries. */
export function MediaHost() {
  const { data: scenes } = useScenes(PROJECT_ID);
  const { data: project } = useProject(PROJECT_ID);
  const scene = scenes?.[0];
  return scene && project ? <SceneMediaPanels scene={scene} project={project} /> : <p>Reading</p>;
}
