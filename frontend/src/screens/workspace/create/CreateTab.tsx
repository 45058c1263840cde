import styled from '@emotion/styled';
import type { Project } from '@storyreel/contracts';
import { Card, mobile, space, tokens } from '../../../ui';
import { DownloadZipButton } from './DownloadZipButton';
import { FinalVideo } from './FinalVideo';
import { storyPreview } from './story-preview';

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
  align-items: start;
  gap: ${space(6)};
  ${mobile} {
    grid-template-columns: minmax(0, 1fr);
  }
`;
const Heading = styled.h2`
  font-size: ${tokens.heading3};
`;
const Facts = styled.dl`
  display: grid;
  gap: ${space(3)};
  margin: ${space(4)} 0 ${space(5)};
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
export function CreateTab({ project }: { project: Project }) {
  return (
    <Columns>
      <Card aria-labelledby="project-summary">
        <Heading id="project-summary">Project Summary</Heading>
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
      </Card>
      <FinalVideo project={project} />
    </Columns>
  );
}
