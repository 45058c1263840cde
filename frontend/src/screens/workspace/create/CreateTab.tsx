import styled from '@emotion/styled';
import type { Project } from '@storyreel/contracts';
import { Columns, space, TitledCard, tokens } from '../../../ui';
import { useNextStep } from '../useNextStep';
import { DownloadZipButton } from './DownloadZipButton';
import { FinalVideo } from './FinalVideo';
import { storyPreview } from './story-preview';

const Facts = styled.dl`
  display: grid;
  gap: ${space(3)};
  margin-bottom: ${space(5)};
  & dt {
    color: ${tokens.text3};
    font-size: ${tokens.caption};
  }
  & dd {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`;

const sceneWords = (count: number): string => (count === 1 ? '1 scene' : `${count} scenes`);

/** What a project amounts to: its summary, all assets as a ZIP, and the finished video. */
export default function CreateTab({ project }: { project: Project }) {
  const step = useNextStep(project);
  return (
    <Columns>
      <TitledCard title="Project Summary">
        <Facts>
          <div>
            <dt>Title</dt>
            <dd>{project.title || 'Untitled'}</dd>
          </div>
          <div>
            <dt>Description</dt>
            <dd>{project.description || 'No description yet'}</dd>
          </div>
          <div>
            <dt>Story</dt>
            <dd>{storyPreview(project.story) || 'No story yet'}</dd>
          </div>
          <div>
            <dt>Scenes</dt>
            <dd>{sceneWords(project.sceneCount)}</dd>
          </div>
        </Facts>
        <DownloadZipButton project={project} variant={step === 'film' ? 'primary' : 'secondary'} />
      </TitledCard>
      <FinalVideo project={project} />
    </Columns>
  );
}
