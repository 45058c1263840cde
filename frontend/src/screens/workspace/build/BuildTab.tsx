import { css } from '@emotion/react';
import styled from '@emotion/styled';
import type { Project, Scene } from '@storyreel/contracts';
import { LayoutGrid } from 'lucide-react';
import { useRef } from 'react';
import { QueueBadge } from '../../../domains/image-jobs/QueueBadge';
import { useOpenProject } from '../../../domains/projects/useOpenProject';
import { useScenes } from '../../../domains/scenes/queries';
import { Button, EmptyState, mobile, Skeleton, space, tokens, Unreadable } from '../../../ui';
import { faultOf } from '../../../ui/faults';
import { late } from '../../../ui/late';
import { NextStepButton } from '../NextStep';
import { useNextStep } from '../useNextStep';
import { BulkClips } from './BulkClips';
import { BulkImages } from './BulkImages';
import { SceneJumpMenu } from './SceneJumpMenu';
import { SceneStack, type SceneStackHandle } from './SceneStack';
import { useCoveredTop } from './useCoveredTop';

const Frame = styled.div`
  container: build / inline-size;
`;
const stuck = css`
  position: sticky;
  top: var(--covered-top, 0);
  z-index: 10;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};
  margin: 0 -${space(2)} ${space(3)};
  padding: ${space(2)};
  background: ${tokens.surface0};
`;
/** Sticks as a whole; in a narrow window only what tells and leads does, or the bar would fill it. */
const Bar = styled.div`
  ${stuck}
  ${mobile} {
    display: contents;
  }
`;
const Actions = styled.div`
  display: contents;
  ${mobile} {
    display: flex;
    flex-wrap: wrap;
    gap: ${space(2)};
    margin-bottom: ${space(1)};
  }
`;
const Guide = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)};
  margin-left: auto;
  ${mobile} {
    ${stuck}
  }
  /* The rail does this where it has room. */
  @container build (min-width: 1024px) {
    & > [data-jump] {
      display: none;
    }
  }
`;

const LightTable = late(async () => (await import('./pictures/LightTable')).LightTable, {
  Fault: faultOf('the images'),
  fallback: <Skeleton height="480px" radius={tokens.radiusCard} />,
});

/** Where a scene's words become pictures and clips. */
export default function BuildTab({ project }: { project: Project }) {
  const { data: scenes, isError, refetch } = useScenes(project.id);
  const { choosesPictures, choosePictures } = useOpenProject();
  if (!scenes) {
    if (isError) return <Unreadable what="the scenes" retry={refetch} />;
    return (
      <div aria-busy="true" aria-label="Loading scenes">
        <Skeleton height="720px" radius={tokens.radiusCard} />
      </div>
    );
  }
  if (scenes.length === 0) {
    return (
      <EmptyState
        title="No scenes to build"
        line="Create scenes from your story to see them here."
        action={<NextStepButton project={project} tab="build" />}
      />
    );
  }
  if (choosesPictures) return <LightTable scenes={scenes} />;
  return <BuildEditors project={project} scenes={scenes} onChoose={choosePictures} />;
}

/** Pixels that are covered until they are measured. */
const COVERED_TOP = 160;

interface BuildEditorsProps {
  project: Project;
  scenes: Scene[];
  /** Opens the light table. */
  onChoose: () => void;
}

function BuildEditors({ project, scenes, onChoose }: BuildEditorsProps) {
  const step = useNextStep(project);
  const stack = useRef<SceneStackHandle>(null);
  const bar = useRef<HTMLDivElement>(null);
  const coveredTop = useCoveredTop(bar, COVERED_TOP);
  return (
    <Frame>
      <Bar ref={bar}>
        <Actions>
          <BulkImages project={project} scenes={scenes} />
          <BulkClips project={project} scenes={scenes} />
          <Button
            variant={step === 'choose' ? 'primary' : 'secondary'}
            icon={<LayoutGrid size={16} aria-hidden />}
            onClick={onChoose}
          >
            Choose Images
          </Button>
        </Actions>
        <Guide data-sticks>
          {scenes.length > 1 && (
            <div data-jump>
              <SceneJumpMenu scenes={scenes} goTo={(index) => stack.current?.goTo(index)} />
            </div>
          )}
          <QueueBadge />
        </Guide>
      </Bar>
      <SceneStack project={project} scenes={scenes} coveredTop={coveredTop} handle={stack} />
    </Frame>
  );
}
