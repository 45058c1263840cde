import styled from '@emotion/styled';
import { isBlank, LIMITS } from '@storyreel/contracts';
import type { Project } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { PenLine } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { fitsLimit, LengthNote, mobile, Row, space, Stack, tokens } from '../../ui';
import type { TextLimit } from '../../ui';
import { SaveState } from '../../ui/AutosavedField';
import { useFocusReturn } from '../../ui/Dialog';
import { ReplacedTexts } from '../../ui/KeptTexts';
import { useTextArea } from '../../ui/useTextArea';
import { MakeFilmFromStory } from '../batches/MakeFilmFromStory';
import { newProjects } from '../projects/api';
import { useGoToTab } from '../projects/useOpenProject';
import { useProjectAutosave } from '../projects/useProjectAutosave';
import { useScenes } from '../scenes/api';
import { CostButton } from '../zaps/PaidButton';
import { WRITE_STORY_COST } from '../zaps/price';
import { CreateScenesButton, CreateScenesDialog } from './CreateScenesDialog';
import { DraftBar, useStoryWriter } from './DraftBar';
import { ExampleStories, useReplacedStory } from './ExampleStories';
import { useStoryFile } from './StoryFromFile';
import { WriteStoryDialog } from './WriteStoryDialog';
import { statsLine, storyStats } from './story-stats';

/** Focuses the story of a project that was just created, so that the user can type at once. */
export function useFirstFocus(projectId: string, field: RefObject<HTMLElement | null>): void {
  const created = newProjects(useQueryClient());
  useEffect(() => {
    if (created.delete(projectId)) field.current?.focus({ preventScroll: true });
  }, [created, projectId, field]);
}

const Sheet = styled(Stack)`
  /* 70 characters inside the page's padding and border. */
  max-width: calc(70ch + 50px);
  margin: 0 auto;
  font-size: 18px;
`;
/** Takes no space while empty. */
const Above = styled.div`
  &:empty {
    display: none;
  }
`;
const Paper = styled.div`
  position: relative;
  &[data-over] textarea {
    outline: 2px dashed ${tokens.accent};
    outline-offset: -6px;
  }
`;
const Page = styled.textarea`
  display: block;
  width: 100%;
  min-height: 60vh;
  padding: ${space(8)} ${space(6)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  background: ${tokens.surface1};
  font-size: 18px;
  line-height: 1.7;
  resize: none;
  overflow: hidden;
  field-sizing: content;
  &::placeholder {
    color: ${tokens.text3};
    opacity: 1;
  }
  ${mobile} {
    padding: ${space(4)};
  }
`;
const Stats = styled.div`
  position: sticky;
  bottom: 0;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(1)} ${space(4)};
  min-height: 40px;
  padding: ${space(2)} ${space(3)};
  background: ${tokens.surface0};
  color: ${tokens.text2};
  font-size: ${tokens.caption};
  font-variant-numeric: tabular-nums;
`;
const Figures = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 0 ${space(4)};
`;

const NOTE_ID = 'story-length';
const STORY_LIMIT: TextLimit = { max: LIMITS.storyBytes, unit: 'bytes' };

/** The editor for the story. */
export default function StoryTab({ project }: { project: Project }) {
  const autosave = useProjectAutosave(project, 'story');
  const { data: scenes } = useScenes(project.id);
  const [asks, setAsks] = useState(false);
  const goToTab = useGoToTab();
  const story = autosave.value;
  const writer = useStoryWriter(project, autosave);
  const replaceStory = useReplacedStory(project.id, autosave);
  const { draft, isWriting, shown } = writer;
  const field = useTextArea(shown);
  useFirstFocus(project.id, field);
  const bar = useRef<HTMLDivElement>(null);
  const returnFocus = useFocusReturn(writer.asks);
  // Deferred, so that counting the words of a long story does not block typing.
  const countedStory = useDeferredValue(shown);
  const figures = useMemo(() => statsLine(storyStats(countedStory)), [countedStory]);
  const sceneCount = scenes?.length ?? project.sceneCount;

  const file = useStoryFile({
    replaces: !isBlank(story),
    disabled: isWriting,
    onUse: (text, name) => {
      replaceStory(text, { title: 'Story loaded from the file', description: name });
      field.current?.focus();
    },
  });

  function choose(example: string): void {
    replaceStory(example);
    field.current?.focus();
  }

  return (
    <Sheet gap={4}>
      <Row gap={2}>
        <CreateScenesButton
          isNext={!isBlank(story) && sceneCount === 0}
          disabled={isWriting || isBlank(story) || !fitsLimit(story, STORY_LIMIT)}
          onClick={() => setAsks(true)}
        />
        <CostButton
          cost={WRITE_STORY_COST}
          variant={isBlank(shown) && sceneCount === 0 ? 'primary' : 'secondary'}
          disabled={isWriting}
          disabledReason="A story is being written."
          onAction={() => writer.change(true)}
          icon={<PenLine size={16} aria-hidden />}
        >
          Write Story
        </CostButton>
        {file.button}
      </Row>
      <MakeFilmFromStory project={project} story={story} saveStory={autosave.flush} disabled={isWriting} />
      <Above ref={bar}>
        {draft && writer.actions && <DraftBar draft={draft} isOnPage={story === draft.text} actions={writer.actions} />}
      </Above>
      <Paper {...file.zone} data-over={file.over || undefined}>
        <Page
          ref={field}
          aria-label="Story"
          aria-describedby={NOTE_ID}
          aria-invalid={!fitsLimit(story, STORY_LIMIT)}
          dir="auto"
          placeholder="Start writing your story..."
          value={shown}
          readOnly={isWriting}
          aria-busy={isWriting}
          onChange={(event) => autosave.setValue(event.target.value)}
        />
        {isBlank(shown) && !isWriting && <ExampleStories onChoose={choose} />}
      </Paper>
      <LengthNote id={NOTE_ID} text={story} limit={STORY_LIMIT} />
      <Stats>
        <Figures aria-label="Length of the story">
          {figures.map((figure) => (
            <li key={figure}>{figure}</li>
          ))}
        </Figures>
        <SaveState {...autosave} />
      </Stats>
      <ReplacedTexts field={autosave} />
      <CreateScenesDialog
        project={project}
        sceneCount={sceneCount}
        saveStory={autosave.flush}
        story={story}
        open={asks}
        onOpenChange={setAsks}
        onCreated={() => goToTab('scenes')}
      />
      {file.dialog}
      {/* Remounted for each opening, so that it starts with the values of the newest request. */}
      <WriteStoryDialog
        key={writer.round}
        open={writer.asks}
        onOpenChange={writer.change}
        initial={draft?.place === 'used' ? null : draft}
        replaces={!isBlank(story)}
        onConfirm={writer.write}
        onCloseAutoFocus={(event) => {
          const stop = bar.current?.querySelector('button');
          if (!isWriting || !stop) return returnFocus(event);
          event.preventDefault();
          stop.focus();
        }}
      />
    </Sheet>
  );
}
