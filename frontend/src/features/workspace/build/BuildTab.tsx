import styled from '@emotion/styled';
import type { Project, Scene } from '@storyreel/contracts';
import { ChevronDown, LayoutGrid, List } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useIsPrerender } from '../../../platform/prerender/prerender';
import { useMediaQuery } from '../../../platform/useMediaQuery';
import {
  Button,
  EmptyState,
  Menu,
  MenuContent,
  MenuItem,
  MenuTrigger,
  MOBILE,
  mobile,
  Skeleton,
  space,
  tokens,
  Unreadable,
} from '../../../ui';
import { faultOf, late } from '../../../ui/late';
import { useActiveBatch, useWaitingScenes } from '../../batches/api';
import { NextStepButton } from '../../next-step/NextStep';
import { useNextStep } from '../../next-step/useNextStep';
import { QueueBadge } from '../../pictures/images/ImageQueue';
import { FadeInImage } from '../../pictures/media/FadeInImage';
import { mainImageUrl } from '../../pictures/media/assets';
import { useOpenProject } from '../../projects/useOpenProject';
import { sceneNumber, useScenes } from '../../scenes/api';
import { BulkClips } from './BulkClips';
import { BulkImages } from './BulkImages';
import { OneScene } from './OneScene';
import { SceneStack } from './SceneStack';
import type { SceneStackHandle } from './SceneStack';

/** Returns the number of pixels at the top of the window that a sticky bar covers. */
export function useCoveredTop(bar: RefObject<HTMLElement | null>, otherwise: number): number {
  const [covered, setCovered] = useState(otherwise);
  useEffect(() => {
    const { current } = bar;
    if (!current) return;
    const observer = new ResizeObserver(measure);
    function measure(): void {
      if (!current || current.offsetHeight === 0) return setCovered(otherwise);
      setCovered((Number.parseFloat(getComputedStyle(current).top) || 0) + current.offsetHeight);
    }
    observer.observe(current);
    measure();
    return () => observer.disconnect();
  }, [bar, otherwise]);
  return covered;
}

const Thumbnail = styled.span`
  flex: none;
  width: 27px;
  height: 48px;
  overflow: hidden;
  border-radius: ${tokens.radiusSmall};
  background: ${tokens.surface3};
`;
const Title = styled.span`
  min-width: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

interface SceneJumpMenuProps {
  scenes: Scene[];
  goTo: (index: number) => void;
  /** The button that opens the menu. */
  children: ReactNode;
}

/** Replaces the rail when there is no room beside the editors. */
function SceneJumpMenu({ scenes, goTo, children }: SceneJumpMenuProps) {
  const chosen = useRef<number | null>(null);
  return (
    <Menu>
      <MenuTrigger asChild>{children}</MenuTrigger>
      <MenuContent
        align="start"
        style={{ maxWidth: 'min(320px, calc(100vw - 32px))' }}
        onCloseAutoFocus={(event) => {
          if (chosen.current === null) return;
          event.preventDefault();
          goTo(chosen.current);
          chosen.current = null;
        }}
      >
        {scenes.map((scene, index) => {
          const image = mainImageUrl(scene);
          return (
            <MenuItem key={scene.id} onSelect={() => (chosen.current = index)}>
              <Thumbnail>{image && <FadeInImage src={image} alt="" sizes="27px" />}</Thumbnail>
              <Title>
                {sceneNumber(scene)}: {scene.title.trim() || 'Untitled'}
              </Title>
            </MenuItem>
          );
        })}
      </MenuContent>
    </Menu>
  );
}

function PhoneJumpMenu({ scenes, goTo, index }: { scenes: Scene[]; goTo: (index: number) => void; index: number }) {
  const place = `${index + 1} of ${scenes.length}`;
  return (
    <SceneJumpMenu scenes={scenes} goTo={goTo}>
      <Button variant="ghost" aria-label={`Go to scene: ${place}`}>
        {place}
        <ChevronDown size={16} aria-hidden />
      </Button>
    </SceneJumpMenu>
  );
}

const Frame = styled.div`
  container: build / inline-size;
`;
const Bar = styled.div`
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
const Guide = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  margin-left: auto;
  /* Where the rail has room, it replaces the menu. */
  @container build (min-width: 1024px) {
    & > [data-jump] {
      display: none;
    }
  }
`;
const PhoneActions = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};
  margin-block: ${space(3)};
  &:first-of-type {
    margin-top: 0;
  }
`;
/** The prerender does not know the window's width, so it renders both variants and the browser shows one. */
const WideOnly = styled.div`
  ${mobile} {
    display: none;
  }
`;
const PhoneOnly = styled.div`
  @media not ${MOBILE} {
    display: none;
  }
`;

const LightTable = late(async () => (await import('../../pictures/light-table/LightTable')).LightTable, {
  Fault: faultOf('the images'),
  fallback: <Skeleton height="480px" radius={tokens.radiusCard} />,
});

/** The tab for making a scene's images and clips from its texts. */
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

/** Height in pixels that is assumed to be covered until it is measured. */
const COVERED_TOP = 160;

interface BuildEditorsProps {
  project: Project;
  scenes: Scene[];
  /** Opens the screen on which pictures are chosen for all scenes. */
  onChoose: () => void;
}

function BuildEditors(props: BuildEditorsProps) {
  const isPhone = useMediaQuery(MOBILE);
  const isPrerender = useIsPrerender();
  if (isPrerender) {
    return (
      <>
        <WideOnly>
          <WideBuild {...props} />
        </WideOnly>
        <PhoneOnly>
          <PhoneBuild {...props} />
        </PhoneOnly>
      </>
    );
  }
  return isPhone ? <PhoneBuild {...props} /> : <WideBuild {...props} />;
}

const ChooseButton = ({ onChoose }: Pick<BuildEditorsProps, 'onChoose'>) => (
  <Button icon={<LayoutGrid size={16} aria-hidden />} onClick={onChoose}>
    Choose Images
  </Button>
);

function WideBuild({ project, scenes, onChoose }: BuildEditorsProps) {
  const stack = useRef<SceneStackHandle>(null);
  const bar = useRef<HTMLDivElement>(null);
  const coveredTop = useCoveredTop(bar, COVERED_TOP);
  const waiting = useWaitingScenes('images');
  return (
    <Frame>
      <Bar ref={bar}>
        <BulkImages project={project} scenes={scenes} />
        <ChooseButton onChoose={onChoose} />
        <BulkClips project={project} scenes={scenes} />
        <Guide>
          {scenes.length > 1 && (
            <div data-jump>
              <SceneJumpMenu scenes={scenes} goTo={(index) => stack.current?.goTo(index)}>
                <Button icon={<List size={16} aria-hidden />}>Go to Scene</Button>
              </SceneJumpMenu>
            </div>
          )}
          <QueueBadge waiting={waiting} />
        </Guide>
      </Bar>
      <SceneStack project={project} scenes={scenes} coveredTop={coveredTop} handle={stack} />
    </Frame>
  );
}

/**
 * Shows one scene at a time. The action that makes images for all scenes is shown above it only while it is the next
 * step.
 */
function PhoneBuild({ project, scenes, onChoose }: BuildEditorsProps) {
  const isNext = useNextStep(project) === 'images';
  const batch = useActiveBatch(project.id, 'images');
  const waiting = useWaitingScenes('images');
  const isFirst = isNext || batch !== null;
  const images = <BulkImages project={project} scenes={scenes} />;
  return (
    <>
      {isFirst && (
        <PhoneActions>
          {images}
          <QueueBadge waiting={waiting} />
        </PhoneActions>
      )}
      <OneScene project={project} scenes={scenes} JumpMenu={PhoneJumpMenu} />
      <PhoneActions>
        {!isFirst && images}
        <ChooseButton onChoose={onChoose} />
        <BulkClips project={project} scenes={scenes} />
      </PhoneActions>
    </>
  );
}
