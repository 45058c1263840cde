import styled from '@emotion/styled';
import type { Project } from '@storyreel/contracts';
import { FileArchive } from 'lucide-react';
import { useState } from 'react';
import { Button, Columns, space, Stack, TitledCard, tokens } from '../../../ui';
import { FinalVideo } from '../../film/FinalVideo';
import { FilmCard } from './FilmEditor';
import { downloadZip } from './download-zip';
import { StoryboardMenu } from './StoryboardMenu';

const STORY_PREVIEW_LENGTH = 200;

/** Cuts the story after 200 characters as readers count them, so that no emoji or accent is split. */
export function storyPreview(story: string): string {
  const preview: string[] = [];
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(story)) {
    if (preview.length === STORY_PREVIEW_LENGTH) return `${preview.join('')}…`;
    preview.push(segment);
  }
  return preview.join('');
}

interface DownloadZipProps {
  project: Pick<Project, 'id' | 'title'> | null;
}

/** Downloads all of a project's assets; without a project, shows an error. */
export function DownloadZipButton({ project }: DownloadZipProps) {
  const [running, setRunning] = useState(false);
  const download = async () => {
    setRunning(true);
    await downloadZip(project);
    setRunning(false);
  };
  return (
    <Button icon={<FileArchive size={16} aria-hidden />} loading={running} onClick={() => void download()}>
      {running ? 'Creating ZIP...' : 'Download ZIP'}
    </Button>
  );
}

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

const Downloads = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
`;

const sceneWords = (count: number): string => (count === 1 ? '1 scene' : `${count} scenes`);

/** A project's results: the film of its scenes, its summary, all assets as a ZIP, and the final video. */
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
          <Downloads>
            <DownloadZipButton project={project} />
            <StoryboardMenu project={project} />
          </Downloads>
        </TitledCard>
        <FinalVideo project={project} />
      </Columns>
    </Stack>
  );
}
