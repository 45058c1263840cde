import styled from '@emotion/styled';
import type { Project } from '@storyreel/contracts';
import { Columns, space, Stack, TitledCard, tokens } from '../../../ui';
import { DownloadZipButton } from './DownloadZipButton';
import { FilmCard } from './film/FilmCard';
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

/** What a project amounts to: the film that is made of its scenes, its summary, all assets as a ZIP, the final video. */
export default function CreateTab({ project }: { project: Project }) {
  return (
    <Stack gap={6}>
      <FilmCard project={project} />
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
          <DownloadZipButton project={project} />
        </TitledCard>
        <FinalVideo project={project} />
      </Columns>
    </Stack>
  );
}
