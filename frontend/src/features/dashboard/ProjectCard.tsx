import styled from '@emotion/styled';
import { LIMITS, SHOWN_WIDTHS } from '@storyreel/contracts';
import type { ProjectSummary } from '@storyreel/contracts';
import { createLink } from '@tanstack/react-router';
import { memo } from 'react';
import type { MouseEvent, PointerEvent } from 'react';
import { pictureSource } from '../../platform/picture-source';
import { DragHandle, space, tokens } from '../../ui';
import { AutosavedInlineEdit, landsOnControl, landsOnLink } from '../../ui/AutosavedField';
import type { AutosavedInlineEditProps } from '../../ui/AutosavedField';
import { useSortedItem } from '../../ui/Sorter';
import { NextStepLink } from '../next-step/NextStepLink';
import { ProjectMenu } from '../projects/ProjectMenu';
import type { ProjectActions } from '../projects/ProjectMenu';
import { ProgressionDots, StatusBadge } from '../projects/ProjectStatus';
import { useProjectAutosave } from '../projects/useProjectAutosave';

export const Frame = styled.article`
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 2fr);
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  background: ${tokens.surface1};
  overflow: hidden;
  cursor: pointer;
  transition:
    box-shadow ${tokens.slow},
    border-color ${tokens.slow};
  & .quiet {
    display: inline-flex;
  }
  @media (hover: hover) {
    & .quiet {
      opacity: 0;
      transition: opacity ${tokens.fast};
    }
    &:hover .quiet,
    & .quiet:focus-within,
    & .quiet:has([data-state='open']) {
      opacity: 1;
    }
  }
  &:hover {
    border-color: ${tokens.lineStrong};
    box-shadow: ${tokens.shadowLift};
  }
  &[data-dragging='true'] {
    z-index: 2;
    box-shadow: ${tokens.shadow};
    opacity: 0.95;
  }
  /* Dropping a card over its thumbnail must not follow the thumbnail's link. */
  &[data-dragging='true'] a {
    pointer-events: none;
  }
`;
const Thumbnail = styled.a`
  display: grid;
  place-items: center;
  align-self: start;
  /* Beside taller text, the aspect ratio would otherwise widen the thumbnail beyond the card's edge. */
  width: 100%;
  aspect-ratio: 9 / 16;
  min-height: 100%;
  overflow: hidden;
  background: ${tokens.surface3};
  color: ${tokens.text3};
  font-size: ${tokens.caption};
  text-decoration: none;
  &:focus-visible {
    outline-offset: -3px;
  }
  & img {
    width: 100%;
    height: 100%;
    object-fit: contain;
  }
`;
export const Words = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(1)};
  min-width: 0;
  padding: ${space(3)} ${space(3)} ${space(3)} ${space(4)};
`;
const Tools = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  min-height: 32px;
`;
const Title = styled.h3`
  --lines: 2;
  font-size: 1rem;
`;
const Description = styled.div`
  --lines: 2;
  color: ${tokens.text2};
`;
export const Kin = styled.p`
  color: ${tokens.text2};
  font-size: ${tokens.caption};
  font-weight: 400;
  overflow-wrap: anywhere;
`;
const Facts = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(3)};
  margin-top: auto;
  padding-top: ${space(2)};
  color: ${tokens.text3};
  font-size: ${tokens.caption};
  font-variant-numeric: tabular-nums;
  & > a {
    flex-basis: 100%;
  }
`;

interface ProjectTitleProps extends Pick<AutosavedInlineEditProps, 'wrap'> {
  project: ProjectSummary;
}

export function ProjectTitle({ project, wrap }: ProjectTitleProps) {
  const title = useProjectAutosave(project, 'title');
  return (
    <AutosavedInlineEdit
      field={title}
      label="Title"
      placeholder="Click to add title..."
      maxLength={LIMITS.title}
      wrap={wrap}
    />
  );
}

export function ProjectDescription({ project }: { project: ProjectSummary }) {
  const description = useProjectAutosave(project, 'description');
  return (
    <AutosavedInlineEdit
      field={description}
      label="Description"
      placeholder="Click to add description..."
      lines="enter-makes-line"
      maxLength={LIMITS.description}
    />
  );
}

const ThumbnailLink = createLink(Thumbnail);

const sceneCountText = (count: number): string => `${count} ${count === 1 ? 'scene' : 'scenes'}`;

export interface ProjectCardProps {
  project: ProjectSummary;
  /** Says which project this one is an alternative of; null when it is not an alternative. */
  kin: string | null;
  actions: ProjectActions;
  /** True when the cards are sorted, so that dragging is disabled. */
  fixed: boolean;
}

/** Memoised, because a drag rerenders every card many times. */
const CardMenu = memo(ProjectMenu);
const CardThumbnail = memo(function CardThumbnail({ project }: { project: ProjectSummary }) {
  return (
    <ThumbnailLink
      to="/"
      search={{ project: project.id }}
      preload={false}
      draggable={false}
      aria-label={`Open ${project.title}`}
    >
      {project.thumbnail ? (
        <img loading="lazy" draggable={false} {...pictureSource(project.thumbnail, SHOWN_WIDTHS.projectCard)} alt="" />
      ) : (
        'Preview'
      )}
    </ThumbnailLink>
  );
});
const CardWords = memo(function CardWords({ project, kin }: Pick<ProjectCardProps, 'project' | 'kin'>) {
  return (
    <>
      {kin !== null && <Kin dir="auto">{kin}</Kin>}
      <ProjectTitle project={project} wrap={(text) => <Title>{text}</Title>} />
      <Description>
        <ProjectDescription project={project} />
      </Description>
      <Facts>
        <NextStepLink project={project} />
        <ProgressionDots project={project} />
        <span>{sceneCountText(project.sceneCount)}</span>
      </Facts>
    </>
  );
});

export const ProjectCard = memo(function ProjectCard({ project, kin, actions, fixed }: ProjectCardProps) {
  const { isDragging, item, handle, listeners } = useSortedItem(project.id);

  function openUnlessControl(event: MouseEvent): void {
    // The thumbnail is a link of its own. A menu in a portal is not part of the card either, although React's events
    // bubble up to it.
    const inside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (inside && !landsOnControl(event) && !landsOnLink(event)) actions.open(project);
  }
  /** With a mouse, a card can be dragged anywhere. Touch must be able to scroll, so there only the handle drags. */
  function pressCard(event: PointerEvent): void {
    if (!fixed && event.pointerType === 'mouse' && !landsOnControl(event)) listeners?.onPointerDown?.(event);
  }

  return (
    <Frame {...item} data-dragging={isDragging} onClick={openUnlessControl} onPointerDown={pressCard}>
      <CardThumbnail project={project} />
      <Words>
        <Tools>
          <StatusBadge status={project.status} />
          <span className="quiet">
            {!fixed && <DragHandle {...handle} label={`Move ${project.title}`} />}
            <CardMenu project={project} actions={actions} kind="card" />
          </span>
        </Tools>
        <CardWords project={project} kin={kin} />
      </Words>
    </Frame>
  );
});
