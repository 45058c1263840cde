import styled from '@emotion/styled';
import { acceptOf, isBlank, lengthOf, LIMITS } from '@storyreel/contracts';
import type { Project } from '@storyreel/contracts';
import { AudioLines, Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, ConfirmDialog, Row, Stack, TitledCard, toast, tokens } from '../../ui';
import { useFocusReturn } from '../../ui/Dialog';
import { downloadFrom } from '../../platform/http/downloads';
import { refuseAudio, sanitizeTitle } from '../pictures/media/files';
import { useProjectFile } from '../pictures/media/useProjectFile';
import type { ProjectFile } from '../pictures/media/useProjectFile';
import { useProjectAutosave } from '../projects/useProjectAutosave';
import { UploadArea } from '../uploads/UploadArea';
import { PriceLine, PriceTag } from '../zaps/PaidButton';
import { useBalance } from '../zaps/api';
import { insufficientZaps } from '../zaps/format';
import { readingOf } from './VoiceSettings';
import type { VoiceChoice } from './VoiceSettings';
import { zapsOfSpeech } from './speech';
import { useStoryAudio } from './useStoryAudio';

/** A project's narration as one file, at most 50 MB. */
export const STORY_AUDIO: ProjectFile = {
  purpose: 'audio',
  refuse: refuseAudio,
  fields: (url, filename) => ({ storyAudioUrl: url, storyAudioFilename: filename, storyAudioStatus: 'complete' }),
  none: { storyAudioUrl: null, storyAudioFilename: null, storyAudioStatus: 'pending' },
  current: ({ storyAudioUrl, storyAudioFilename, storyAudioStatus }: Project) => ({
    storyAudioUrl,
    storyAudioFilename,
    storyAudioStatus,
  }),
  uploaded: () => ({ title: 'Audio uploaded successfully!' }),
  deleted: { title: 'Audio Deleted' },
  restored: { title: 'Audio restored' },
  thing: 'audio',
};

/** Returns the tab's status line about the narration of the whole story. */
function audioStatusText({ storyAudioUrl, storyAudioStatus }: Project): string {
  if (storyAudioStatus === 'processing') return 'Generating...';
  return storyAudioUrl ? 'Audio Complete' : 'No Audio Generated';
}

interface StoryAudioDialogProps {
  project: Pick<Project, 'storyAudioUrl'>;
  /** True if no voice is chosen, so that the narrator's voice is used. */
  isNarrator: boolean;
  /** The story as it is on the page, including unsaved edits. */
  story: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => void;
}

function refusal(characters: number, zaps: number, balance: number | undefined): string | null {
  if (characters === 0) return 'There is no story yet. Please write it first.';
  if (characters > LIMITS.spokenStory) {
    const [has, most] = [characters, LIMITS.spokenStory].map((count) => count.toLocaleString());
    return `This story has ${has} characters, and at most ${most} can be read in one piece. Narrate its scenes instead.`;
  }
  return balance !== undefined && balance < zaps ? insufficientZaps(zaps, balance) : null;
}

/** Asks for confirmation before a whole story is read aloud, and shows the content, length and price. */
function StoryAudioDialog({ project, isNarrator, story, open, onOpenChange, onConfirm }: StoryAudioDialogProps) {
  const returnFocus = useFocusReturn(open);
  const { data: balance } = useBalance();
  const characters = isBlank(story) ? 0 : lengthOf(story.trim());
  const zaps = zapsOfSpeech(story.trim());
  const reason = refusal(characters, zaps, balance);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Generate story audio?"
      confirmLabel="Generate"
      disabled={balance === undefined || reason !== null}
      onConfirm={onConfirm}
      onCloseAutoFocus={returnFocus}
      body={
        <Stack gap={3}>
          <p>
            Your whole story ({characters.toLocaleString()} characters) is read aloud in{' '}
            {isNarrator ? 'the narrator’s voice' : 'the voice you chose'}.
            {project.storyAudioUrl !== null && ' This replaces the current audio.'} You can keep working.
          </p>
          <PriceLine zaps={characters === 0 ? 0 : zaps} reason={reason ?? false} />
        </Stack>
      }
    />
  );
}

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
  /** False when the sandbox is the only speech provider. */
  canGenerate: boolean;
}

/** A project's narration as one file: generates, plays, downloads, deletes or uploads it. */
export function StoryAudio({ project, voice, canGenerate }: StoryAudioProps) {
  const file = useProjectFile(project, STORY_AUDIO);
  const { isPending, isReading, generate, cancel } = useStoryAudio(project);
  const { value: story } = useProjectAutosave(project, 'story');
  const [asks, setAsks] = useState(false);
  // Another window has started the narration meanwhile.
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
