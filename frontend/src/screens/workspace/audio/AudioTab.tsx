import type { Project } from '@storyreel/contracts';
import { Columns } from '../../../ui';
import { StoryAudio } from './StoryAudio';
import { VoiceSettings } from './VoiceSettings';

/** Narration: voice settings left, the audio itself right. */
export default function AudioTab({ project }: { project: Project }) {
  return (
    <Columns>
      <VoiceSettings />
      <StoryAudio project={project} />
    </Columns>
  );
}
