import styled from '@emotion/styled';
import type { Project } from '@storyreel/contracts';
import { useEffect, useState } from 'react';
import { Button, Columns, EmptyState, Fold, Skeleton, space, Stack, TitledCard, Unreadable } from '../../ui';
import { NextStepBar } from '../next-step/NextStep';
import { useGoToTab } from '../projects/useOpenProject';
import { useScenes } from '../scenes/api';
import { NarrationHead, useNarrationPlan } from './NarrationHead';
import { NarrationRows } from './NarrationRows';
import { StoryAudio } from './StoryAudio';
import { NEW_VOICE_CHOICE, readsStories, VoiceSettings } from './VoiceSettings';
import { Voices } from './Voices';
import { useVoicesOf } from './useNarration';
import { speechPlayer } from './speech-player';

/** Shows the scenes' narration and its voices. */
export function Narration({ project }: { project: Project }) {
  // Playback belongs to this tab, so it stops when the user leaves the tab.
  useEffect(() => () => speechPlayer.stop(), []);
  return (
    <TitledCard title="Narration">
      <Content project={project} />
    </TitledCard>
  );
}

function Content({ project }: { project: Project }) {
  const { data: scenes, isError, refetch } = useScenes(project.id);
  const goTo = useGoToTab();
  if (!scenes) {
    if (isError) return <Unreadable what="the scenes" level={3} retry={refetch} />;
    return (
      <div aria-busy="true" aria-label="Loading scenes">
        <Skeleton height="240px" />
      </div>
    );
  }
  if (scenes.length === 0) {
    return (
      <EmptyState
        level={3}
        title="No scenes to narrate"
        line="Write your story and create scenes from it. Then each scene gets its words and its voice here."
        action={<Button onClick={() => goTo('story')}>Go to Story</Button>}
      />
    );
  }
  return (
    <Stack gap={6}>
      <NarrationHead project={project} scenes={scenes} />
      <Voices project={project} scenes={scenes} />
      <NarrationRows project={project} scenes={scenes} />
    </Stack>
  );
}

/** Offers one recording of the whole story, instead of narration scene by scene. */
function Advanced({ project }: { project: Project }) {
  const { data: offered } = useVoicesOf(project);
  const [voice, setVoice] = useState(NEW_VOICE_CHOICE);
  return (
    <Columns>
      <VoiceSettings value={voice} onChange={setVoice} offered={offered} />
      <StoryAudio project={project} voice={voice} canGenerate={readsStories(offered)} />
    </Columns>
  );
}

const Below = styled.div`
  margin-top: ${space(6)};
`;

/** Narrates the scenes. Below them, a collapsed section offers one recording of the whole story. */
export default function AudioTab({ project }: { project: Project }) {
  const { data: scenes = [] } = useScenes(project.id);
  const { sceneIds } = useNarrationPlan(project, scenes);
  const { storyAudioUrl, storyAudioStatus, storyAudioError } = project;
  const hasRecording = storyAudioUrl !== null || storyAudioStatus === 'processing' || storyAudioError !== null;
  return (
    <>
      <NextStepBar project={project} tab="audio" quiet={sceneIds.length > 0} />
      <Narration project={project} />
      <Below>
        <Fold title="Advanced" summary="One recording of the whole story" defaultOpen={hasRecording}>
          <Advanced project={project} />
        </Fold>
      </Below>
    </>
  );
}
