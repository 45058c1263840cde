import type { Project } from '@storyreel/contracts';
import { useScenes } from '../../../domains/scenes/queries';
import { Columns } from '../../../ui';
import { NextStepBar } from '../NextStep';
import { Narration } from './Narration';
import { useNarrationPlan } from './narration-plan';
import { StoryAudio } from './StoryAudio';
import { VoiceSettings } from './VoiceSettings';

/** Voice settings left, the audio itself right; below, what is said in the scenes. */
export default function AudioTab({ project }: { project: Project }) {
  const { data: scenes = [] } = useScenes(project.id);
  const { sceneIds } = useNarrationPlan(project, scenes);
  return (
    <>
      <NextStepBar project={project} tab="audio" quiet={sceneIds.length > 0} />
      <Columns>
        <VoiceSettings />
        <StoryAudio project={project} />
      </Columns>
      <Narration project={project} />
    </>
  );
}
