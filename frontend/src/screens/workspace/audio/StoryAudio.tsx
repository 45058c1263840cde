import styled from '@emotion/styled';
import { acceptOf, isBlank, type Project } from '@storyreel/contracts';
import { AudioLines, Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { downloadFrom } from '../../../domains/media/download';
import { sanitizeTitle } from '../../../domains/media/filenames';
import { useProjectAutosave } from '../../../domains/projects/useProjectAutosave';
import { zapsOfSpeech } from '../../../domains/speech/speech-state';
import { useStoryAudio } from '../../../domains/speech/story-audio';
import { UploadArea } from '../../../domains/uploads/UploadArea';
import { useProjectFile } from '../../../domains/media/useProjectFile';
import { PriceTag } from '../../../domains/zaps/PriceTag';
import { Button, Row, Stack, TitledCard, toast, tokens } from '../../../ui';
import { audioStatusText, STORY_AUDIO } from './story-audio';
import { StoryAudioDialog } from './StoryAudioDialog';
import { readingOf, type VoiceChoice } from './voice-settings';

const Status = styled.p`
  color: ${tokens.text2};
`;
const Failure = styled.p`
  color: ${tokens.danger};
`;
const Player = styled.audio`
  width: 100%;
`;

const comingSoon = (): void => {
  toast({ title: 'Feature Coming Soon', description: 'Audio generation will be available in a future update.' });
};

interface StoryAudioProps {
  project: Project;
  voice: VoiceChoice;
  /** Whether somebody can speak but the sandbox. */
  canGenerate: boolean;
}

/** The project's narration in one piece: generating, playing, saving, deleting and uploading it. */
export function StoryAudio({ project, voice, canGenerate }: StoryAudioProps) {
  const file = useProjectFile(project, STORY_AUDIO);
  const { isPending, isReading, generate, cancel } = useStoryAudio(project);
  const { value: story } = useProjectAutosave(project, 'story');
  const [asks, setAsks] = useState(false);
  // Another window has begun it meanwhile.
  if (asks && isReading) setAsks(false);
  const url = project.storyAudioUrl;
  const filename = project.storyAudioFilename ?? `${sanitizeTitle(project.title)}_audio`;
  return (
    <TitledCard title="Generate Story Audio">
      <Stack gap={4}>
        <Row gap={3}>
          <Button
            icon={<AudioLines size={16} aria-hidden />}
            loading={canGenerate && (isPending || isReading)}
            onClick={canGenerate ? () => setAsks(true) : comingSoon}
          >
            Generate Story Audio
            {canGenerate && !isBlank(story) && <PriceTag zaps={zapsOfSpeech(story.trim())} />}
          </Button>
          <Status role="status">{audioStatusText(project)}</Status>
          {canGenerate && isReading && (
            <Button variant="ghost" disabled={isPending} onClick={() => void cancel()}>
              Cancel
            </Button>
          )}
        </Row>
        {project.storyAudioError !== null && !isReading && <Failure role="alert">{project.storyAudioError}</Failure>}
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
        {!(canGenerate && isReading) && (
          <UploadArea
            accept={acceptOf('audio')}
            title={url ? 'Replace Audio' : 'Upload Audio'}
            hint="MP3, WAV or other audio files (max 50MB)"
            uploading={file.uploading}
            onFile={file.upload}
            onCancel={file.cancelUpload}
          />
        )}
        <StoryAudioDialog
          project={project}
          isNarrator={readingOf(voice).voice === undefined}
          story={story}
          open={asks}
          onOpenChange={setAsks}
          onConfirm={() => {
            setAsks(false);
            void generate(readingOf(voice));
          }}
        />
      </Stack>
    </TitledCard>
  );
}
