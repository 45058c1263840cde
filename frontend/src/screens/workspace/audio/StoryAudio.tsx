import styled from '@emotion/styled';
import type { Project } from '@storyreel/contracts';
import { AudioLines, Download, Trash2 } from 'lucide-react';
import { downloadFrom } from '../../../domains/media/download';
import { sanitizeTitle } from '../../../domains/media/filenames';
import { UploadArea } from '../../../domains/uploads/UploadArea';
import { useProjectFile } from '../../../domains/media/useProjectFile';
import { Button, Row, Stack, TitledCard, toast, tokens } from '../../../ui';
import { audioStatusText, STORY_AUDIO } from './story-audio';

const Status = styled.p`
  color: ${tokens.text2};
`;
const Player = styled.audio`
  width: 100%;
`;

const comingSoon = (): void => {
  toast({ title: 'Feature Coming Soon', description: 'Audio generation will be available in a future update.' });
};

/** The project's narration: generating it (not yet), playing, saving, deleting and uploading it. */
export function StoryAudio({ project }: { project: Project }) {
  const file = useProjectFile(project, STORY_AUDIO);
  const url = project.storyAudioUrl;
  const filename = project.storyAudioFilename ?? `${sanitizeTitle(project.title)}_audio`;
  return (
    <TitledCard title="Generate Story Audio">
      <Stack gap={4}>
        <Row gap={3}>
          <Button icon={<AudioLines size={16} aria-hidden />} onClick={comingSoon}>
            Generate Story Audio
          </Button>
          <Status role="status">{audioStatusText(project)}</Status>
        </Row>
        {url && (
          <>
            <Player key={url} src={url} controls preload="metadata" aria-label="Story audio" />
            <Row gap={3}>
              <Status>{filename}</Status>
              <Button icon={<Download size={16} aria-hidden />} onClick={() => downloadFrom(url, filename)}>
                Download
              </Button>
              <Button
                icon={<Trash2 size={16} aria-hidden />}
                loading={file.deleting}
                onClick={() => void file.remove()}
              >
                Delete
              </Button>
            </Row>
          </>
        )}
        <UploadArea
          accept="audio/*"
          title={url ? 'Replace Audio' : 'Upload Audio'}
          hint="MP3, WAV or other audio files (max 50MB)"
          uploading={file.uploading}
          onFile={file.upload}
          onCancel={file.cancelUpload}
        />
      </Stack>
    </TitledCard>
  );
}
