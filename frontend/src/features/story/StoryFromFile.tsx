import styled from '@emotion/styled';
import { LIMITS } from '@storyreel/contracts';
import type { StoryFile } from '@storyreel/contracts';
import { FileInput } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { apiRequest } from '../../platform/http/api-client';
import { reasonOf } from '../../platform/http/failures';
import { lazySchema } from '../../platform/lazy/lazy-schema';
import { logError } from '../../platform/log';
import { Button, Checkbox, Dialog, fitsLimit, LengthNote, Row, space, Stack, tellFailure, tokens } from '../../ui';
import { useFileDrop, useFilePicker } from '../uploads/useFileInput';

/** File extensions that the file dialog offers; the server also recognises files by their first bytes. */
const ENDINGS = '.txt,.md,.markdown,.docx,.epub,.pdf,.html,.fountain,.fdx,.srt,.vtt';
const MOST_MB = LIMITS.storyFileBytes / 1_048_576;
const NOTE_ID = 'story-file-length';

const Preview = styled.div`
  max-height: 40vh;
  overflow-y: auto;
  padding: ${space(4)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;
const Chapters = styled.ul`
  display: grid;
  gap: ${space(2)};
  max-height: 25vh;
  overflow-y: auto;
`;
/** Maximum length of the preview; a whole book would take seconds to lay out. */
const PREVIEW_CHARACTERS = 20_000;

interface StoryFileWish {
  /** True when there is a story that the file's text would replace. */
  replaces: boolean;
  disabled: boolean;
  onUse: (story: string, fileName: string) => void;
}

interface Opened {
  name: string;
  story: StoryFile;
  chosen: ReadonlySet<number>;
}

/** Reads a story from a file that the user chooses or drops. Its text is shown before it replaces anything. */
export function useStoryFile({ replaces, disabled, onUse }: StoryFileWish) {
  const [isReading, setReading] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);
  const read = async (file: File): Promise<void> => {
    if (disabled || isReading) return;
    if (file.size > LIMITS.storyFileBytes)
      return tellFailure('File Too Large', `“${file.name}” is larger than ${MOST_MB} MB.`);
    setReading(true);
    try {
      const address = `/api/story-files?name=${encodeURIComponent(file.name.slice(-LIMITS.filename))}`;
      // Replaces the MIME type that the browser guesses, because the server detects the type better from the file
      // itself.
      const body = new Blob([file], { type: 'application/octet-stream' });
      const story = await apiRequest('POST', address, body, { schema: lazySchema('storyFileSchema') });
      setOpened({ name: file.name, story, chosen: new Set(story.chapters.keys()) });
    } catch (error) {
      logError('A story could not be read from a file', error);
      tellFailure(`“${file.name}” Can't Be Used`, reasonOf(error));
    } finally {
      setReading(false);
    }
  };
  const { over, zone } = useFileDrop((file) => void read(file));
  const [pick, input] = useFilePicker({ accept: ENDINGS, label: 'Story File', onFile: (file) => void read(file) });
  const button: ReactNode = (
    <>
      <Button icon={<FileInput size={16} aria-hidden />} loading={isReading} disabled={disabled} onClick={pick}>
        From a File
      </Button>
      {input}
    </>
  );
  const close = (): void => setOpened(null);
  const use = (text: string): void => {
    onUse(text, opened?.name ?? '');
    close();
  };
  const dialog = opened && <StoryFileDialog {...{ opened, replaces, close, use }} onChoose={setOpened} />;
  return { button, dialog, over: over && !disabled, zone };
}

interface StoryFileDialogProps {
  opened: Opened;
  replaces: boolean;
  close: () => void;
  use: (text: string) => void;
  onChoose: (opened: Opened) => void;
}

function StoryFileDialog({ opened, replaces, close, use, onChoose }: StoryFileDialogProps) {
  const { name, story, chosen } = opened;
  const text = story.chapters
    .filter((_, index) => chosen.has(index))
    .map((chapter) => chapter.text)
    .join('\n\n');
  const limit = { max: LIMITS.storyBytes, unit: 'bytes' } as const;
  const toggle = (index: number, isChosen: boolean): void => {
    const next = new Set(chosen);
    if (isChosen) next.add(index);
    else next.delete(index);
    onChoose({ ...opened, chosen: next });
  };
  const footer = (
    <>
      <Button onClick={close}>Cancel</Button>
      <Button variant="primary" disabled={text === '' || !fitsLimit(text, limit)} onClick={() => use(text)}>
        {replaces ? 'Replace the Story' : 'Use This Story'}
      </Button>
    </>
  );
  const shown = text.length > PREVIEW_CHARACTERS ? `${text.slice(0, PREVIEW_CHARACTERS)}…` : text;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && close()}
      title={story.title ?? name}
      description={replaces ? 'It replaces your story. You can undo that.' : name}
      footer={footer}
      size="large"
    >
      <Stack gap={4}>
        {story.chapters.length > 1 && (
          <Chapters aria-label="Chapters">
            {story.chapters.map((chapter, index) => (
              <li key={index}>
                <Row gap={2}>
                  <Checkbox
                    id={`chapter-${index}`}
                    checked={chosen.has(index)}
                    onCheckedChange={(isChosen) => toggle(index, isChosen)}
                  />
                  <label htmlFor={`chapter-${index}`}>{chapter.title || `Part ${index + 1}`}</label>
                </Row>
              </li>
            ))}
          </Chapters>
        )}
        <Preview dir="auto" tabIndex={0} role="region" aria-label="Text of the file">
          {shown}
        </Preview>
        <LengthNote id={NOTE_ID} text={text} limit={limit} />
      </Stack>
    </Dialog>
  );
}
