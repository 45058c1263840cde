import styled from '@emotion/styled';
import type { Project } from '@storyreel/contracts';
import { mobile, space } from '../../../ui';
import { StoryAudio } from './StoryAudio';
import { VoiceSettings } from './VoiceSettings';

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
  align-items: start;
  gap: ${space(6)};
  ${mobile} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

/** Narration: voice settings left, the audio itself right. */
export function AudioTab({ project }: { project: Project }) {
  return (
    <Columns>
      <VoiceSettings />
      <StoryAudio project={project} />
    </Columns>
  );
}
