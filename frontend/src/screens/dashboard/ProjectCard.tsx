import { SHOWN_WIDTHS, type ProjectSummary } from '@storyreel/contracts';
import { createLink } from '@tanstack/react-router';
import { memo, type MouseEvent, type PointerEvent } from 'react';
import { pictureSource } from '../../platform/picture-source';
import { DragHandle } from '../../ui';
import { useSortedItem } from '../../ui/useSortedItem';
import { landsOnControl, landsOnLink } from '../../ui/lands-on';
import { NextStepLink } from '../../domains/batches/NextStepLink';
import { ProgressionDots } from '../../domains/projects/ProgressionDots';
import { ProjectMenu } from '../../domains/projects/ProjectMenu';
import { StatusBadge } from '../../domains/projects/StatusBadge';
import type { ProjectActions } from '../../domains/projects/useProjectActions';
import { Description, Facts, Frame, Thumbnail, Title, Tools, Words } from './project-card-styles';
import { ProjectDescription, ProjectTitle } from './ProjectTexts';

const ThumbnailLink = createLink(Thumbnail);

const sceneCountText = (count: number): string => `${count} ${count === 1 ? 'scene' : 'scenes'}`;

export interface ProjectCardProps {
  project: ProjectSummary;
  actions: ProjectActions;
  /** The cards are in a sorted order and cannot be dragged. */
  fixed: boolean;
}

/** A drag makes every card anew, again and again: what is in it is spared that. */
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
const CardWords = memo(function CardWords({ project }: { project: ProjectSummary }) {
  return (
    <>
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

export const ProjectCard = memo(function ProjectCard({ project, actions, fixed }: ProjectCardProps) {
  const { isDragging, item, handle, listeners } = useSortedItem(project.id);

  function openUnlessControl(event: MouseEvent): void {
    // The thumbnail is a link of its own; a menu's portal is no part of the card although React bubbles through it.
    const inside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (inside && !landsOnControl(event) && !landsOnLink(event)) actions.open(project);
  }
  /** A mouse takes the card anywhere; a finger must be able to scroll, and has the handle. */
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
        <CardWords project={project} />
      </Words>
    </Frame>
  );
});
