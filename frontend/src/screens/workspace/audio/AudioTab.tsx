import type { Project } from '@storyreel/contracts';
import { useState } from 'react';
import { useScenes } from '../../../domains/scenes/queries';
import { useSpeechVoices } from '../../../domains/speech/queries';
import { Columns } from '../../../ui';
import { NextStepBar } from '../NextStep';
import { Narration } from './Narration';
import { useNarrationPlan } from './narration-plan';
import { StoryAudio } from './StoryAudio';
import { NEW_VOICE_CHOICE, readsStories } from './voice-settings';
import { VoiceSettings } from './VoiceSettings';

/** Voice settings left, the audio itself right; below, what is said in the scenes. */
export default function AudioTab({ project }: { project: Project }) {
  const { data: scenes = [] } = useScenes(project.id);
  const { sceneIds } = useNarrationPlan(project, scenes);
  const { data: offered } = useSpeechVoices();
  const [voice, setVoice] = useState(NEW_VOICE_CHOICE);
  return (
    <>
      <NextStepBar project={project} tab="audio" quiet={sceneIds.length > 0} />
      <Columns>
        <VoiceSettings value={voice} onChange={setVoice} offered={offered} />
        <StoryAudio project={project} voice={voice} canGenerate={readsStories(offered)} />
      </Columns>
      <Narration project={project} />
    </>
  );
}
