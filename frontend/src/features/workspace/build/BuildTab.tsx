import { css } from '@emotion/react';
import styled from '@emotion/styled';
import type { Project, Scene } from '@storyreel/contracts';
import { LayoutGrid, List } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import {
  Button,
  EmptyState,
  Menu,
  MenuContent,
  MenuItem,
  MenuTrigger,
  mobile,
  Skeleton,
  space,
  tokens,
  Unreadable,
} from '../../../ui';
import { faultOf, late } from '../../../ui/late';
import { NextStepButton } from '../../next-step/NextStep';
import { useNextStep } from '../../next-step/useNextStep';
import { QueueBadge } from '../../pictures/images/ImageQueue';
import { FadeInImage } from '../../pictures/media/FadeInImage';
import { mainImageUrl } from '../../pictures/media/assets';
import { useOpenProject } from '../../projects/useOpenProject';
import { sceneNumber, useScenes } from '../../scenes/api';
import { BulkClips } from './BulkClips';
import { BulkImages } from './BulkImages';
import { SceneStack } from './SceneStack';
import type { SceneStackHandle } from './SceneStack';

/**
 * The pixels at the top of the window covered by a bar that is sticky itself, or has a sticky part with `data-sticks`.
 */
export function useCoveredTop(bar: RefObject<HTMLElement | null>, otherwise: number): number {
  const [covered, setCovered] = useState(otherwise);
  useEffect(() => {
    if (!bar.current) return;
    const parts = [bar.current, ...bar.current.querySelectorAll<HTMLElement>('[data-sticks]')];
    const observer = new ResizeObserver(measure);
    function measure(): void {
      const bottoms = parts.flatMap((part) => {
        const { position, top } = getComputedStyle(part);
        return position === 'sticky' && part.offsetHeight > 0
          ? [(Number.parseFloat(top) || 0) + part.offsetHeight]
          : [];
      });
      setCovered(bottoms.length > 0 ? Math.max(...bottoms) : otherwise);
    }
    for (const part of parts) observer.observe(part);
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

/** Takes the rail's place where there is no room beside the editors. */
export function SceneJumpMenu({ scenes, goTo }: { scenes: Scene[]; goTo: (index: number) => void }) {
  const chosen = useRef<number | null>(null);
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button icon={<List size={16} aria-hidden />}>Go to Scene</Button>
      </MenuTrigger>
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
/** Sticky as a whole; in a narrow window only status and navigation are, or the bar would fill it. */
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

const LightTable = late(async () => (await import('../../pictures/light-table/LightTable')).LightTable, {
  Fault: faultOf('the images'),
  fallback: <Skeleton height="480px" radius={tokens.radiusCard} />,
});

/** The tab for generating a scene's images and clips from its texts. */
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

/** The covered height assumed until measured, in pixels. */
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
