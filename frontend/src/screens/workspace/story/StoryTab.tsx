import styled from '@emotion/styled';
import { isBlank, LIMITS, type Project } from '@storyreel/contracts';
import { Clapperboard, PenLine } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useProjectAutosave } from '../../../domains/projects/useProjectAutosave';
import { useScenes } from '../../../domains/scenes/queries';
import { ReplacedTexts } from '../../../ui/ReplacedTexts';
import { SaveState } from '../../../ui/SaveState';
import { WRITE_STORY_COST } from '../../../domains/zaps/text-costs';
import { Button, fitsLimit, LengthNote, mobile, Row, space, Stack, tokens, type TextLimit } from '../../../ui';
import { useTextArea } from '../../../ui/useTextArea';
import { CostButton } from '../../../domains/zaps/CostButton';
import { CreateScenesDialog } from './CreateScenesDialog';
import { statsLine, storyStats } from './story-stats';

const Sheet = styled(Stack)`
  /* 70 characters inside the page's padding and border. */
  max-width: calc(70ch + 50px);
  margin: 0 auto;
  font-size: 18px;
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
  padding: ${space(2)} 0;
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
const nothing = (): void => undefined;

/** A page to write on. */
export default function StoryTab({ project }: { project: Project }) {
  const autosave = useProjectAutosave(project, 'story');
  const { data: scenes } = useScenes(project.id);
  const [asks, setAsks] = useState(false);
  const story = autosave.value;
  const field = useTextArea(story);
  // Counting a long story must not hold up typing it.
  const countedStory = useDeferredValue(story);
  const figures = useMemo(() => statsLine(storyStats(countedStory)), [countedStory]);
  const sceneCount = scenes?.length ?? project.sceneCount;

  return (
    <Sheet gap={4}>
      <Row gap={2}>
        <Button
          variant="primary"
          icon={<Clapperboard size={16} aria-hidden />}
          disabled={isBlank(story) || !fitsLimit(story, STORY_LIMIT)}
          onClick={() => setAsks(true)}
        >
          Create Scenes
        </Button>
        {/* Specified to show its price and to do nothing yet. */}
        <CostButton cost={WRITE_STORY_COST} onAction={nothing} icon={<PenLine size={16} aria-hidden />}>
          Write Story
        </CostButton>
      </Row>
      <Page
        ref={field}
        aria-label="Story"
        aria-describedby={NOTE_ID}
        aria-invalid={!fitsLimit(story, STORY_LIMIT)}
        dir="auto"
        placeholder="Start writing your story..."
        value={story}
        onChange={(event) => autosave.setValue(event.target.value)}
      />
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
      />
    </Sheet>
  );
}
