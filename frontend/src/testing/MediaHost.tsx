import { SceneMediaPanels } from '../screens/workspace/SceneMediaPanels';
import { useProject } from '../domains/projects/queries';
import { useScenes } from '../domains/scenes/queries';
import { PROJECT_ID } from './media-fixtures';

/** The media of the project's first scene, read as the workspace reads it. */
export function MediaHost() {
  const { data: scenes } = useScenes(PROJECT_ID);
  const { data: project } = useProject(PROJECT_ID);
  const scene = scenes?.[0];
  return scene && project ? <SceneMediaPanels scene={scene} project={project} /> : <p>Reading</p>;
}
