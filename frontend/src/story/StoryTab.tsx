import styled from '@emotion/styled';
import { LIMITS, type Project } from '@storyreel/contracts';
import { Clapperboard, PenLine } from 'lucide-react';
import { useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useProjectAutosave } from '../projects/useProjectAutosave';
import { useScenes } from '../scenes/queries';
import { SaveState } from '../scenes/SaveState';
import { WRITE_STORY_COST } from '../scenes/text-costs';
import { Button, mobile, space, tokens } from '../ui';
import { CostButton } from '../zaps/CostButton';
import { CreateScenesDialog } from './CreateScenesDialog';
import { statsLine, storyStats } from './story-stats';

const Sheet = styled.div`
  display: grid;
  gap: ${space(4)};
  /* 70 characters inside the page's padding and border. */
  max-width: calc(70ch + 50px);
  margin: 0 auto;
  font-size: 18px;
`;
const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
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

const nothing = (): void => undefined;

/** The field grows with its text, so that the page scrolls and not a box in it. */
function useGrowing(text: string) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (!field.current) return;
    const scrolledTo = window.scrollY;
    field.current.style.height = 'auto';
    field.current.style.height = `${field.current.scrollHeight}px`;
    if (window.scrollY !== scrolledTo) window.scrollTo(0, scrolledTo);
  }, [text]);
  return field;
}

/** A page to write on. */
export default function StoryTab({ project }: { project: Project }) {
  const autosave = useProjectAutosave(project, 'story');
  const { data: scenes } = useScenes(project.id);
  const [asks, setAsks] = useState(false);
  const story = autosave.value;
  const field = useGrowing(story);
  // Counting a long story must not hold up typing it.
  const countedStory = useDeferredValue(story);
  const figures = useMemo(() => statsLine(storyStats(countedStory)), [countedStory]);
  const sceneCount = scenes?.length ?? project.sceneCount;

  return (
    <Sheet>
      <Bar>
        <Button
          variant="primary"
          icon={<Clapperboard size={16} aria-hidden />}
          disabled={story.trim() === ''}
          onClick={() => setAsks(true)}
        >
          Create Scenes
        </Button>
        {/* Specified to show its price and to do nothing yet. */}
        <CostButton cost={WRITE_STORY_COST} onAction={nothing} icon={<PenLine size={16} aria-hidden />}>
          Write Story
        </CostButton>
      </Bar>
      <Page
        ref={field}
        aria-label="Story"
        placeholder="Start writing your story..."
        maxLength={LIMITS.story}
        value={story}
        onChange={(event) => autosave.setValue(event.target.value)}
      />
      <Stats>
        <Figures aria-label="Length of the story">
          {figures.map((figure) => (
            <li key={figure}>{figure}</li>
          ))}
        </Figures>
        <SaveState {...autosave} />
      </Stats>
      <CreateScenesDialog
        project={project}
        sceneCount={sceneCount}
        saveStory={autosave.flush}
        open={asks}
        onOpenChange={setAsks}
      />
    </Sheet>
  );
}
