import { restrictToVerticalAxis } from '@dnd-kit/modifiers';
import { rectSortingStrategy, verticalListSortingStrategy } from '@dnd-kit/sortable';
import styled from '@emotion/styled';
import type { ProjectSummary } from '@storyreel/contracts';
import { useId } from 'react';
import { useIsPrerender } from '../../platform/prerender/prerender';
import { space, Stack, tokens } from '../../ui';
import { Sorter } from '../../ui/Sorter';
import type { ProjectSectionData, Sort } from './project-list';
import type { ProjectActions } from '../projects/ProjectMenu';
import { ProjectCard } from './ProjectCard';
import { ProjectRow, ProjectTable } from './ProjectTable';

export type ProjectView = 'grid' | 'list';

const Title = styled.h2`
  display: flex;
  align-items: baseline;
  gap: ${space(2)};
  font-size: ${tokens.heading3};
  & > span {
    color: ${tokens.text3};
    font-size: ${tokens.body};
    font-weight: 450;
  }
`;
export const CardGrid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 340px), 1fr));
  gap: ${space(4)};
`;
const Nothing = styled.p`
  padding: ${space(6)};
  border: 1px dashed ${tokens.line};
  border-radius: ${tokens.radiusCard};
  color: ${tokens.text3};
  text-align: center;
`;

/** Number of projects that are rendered first; more than fit on a large screen. */
const FIRST_LOOK_PROJECTS = 24;

export interface ProjectSectionProps {
  section: ProjectSectionData;
  /** Says which project this one is an alternative of. */
  kinOf: (project: ProjectSummary) => string | null;
  view: ProjectView;
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
  onMove: (shown: string[], from: string, to: string) => void;
  actions: ProjectActions;
}

export function ProjectSection({ section, kinOf, view, sort, onSort, onMove, actions }: ProjectSectionProps) {
  const headingId = useId();
  const { title, empty, projects } = section;
  const fixed = sort !== null;
  const isFirstLook = useIsPrerender();
  const shown = projects.map(({ id }) => id);
  const Item = view === 'grid' ? ProjectCard : ProjectRow;
  const rendered = isFirstLook ? projects.slice(0, FIRST_LOOK_PROJECTS) : projects;
  const items = rendered.map((project) => (
    <Item key={project.id} project={project} kin={kinOf(project)} actions={actions} fixed={fixed} />
  ));
  return (
    <Stack
      as="section"
      gap={3}
      aria-labelledby={title ? headingId : undefined}
      aria-label={title ? undefined : 'Projects'}
    >
      {title && (
        <Title id={headingId}>
          {title} <span aria-hidden>{projects.length}</span>
        </Title>
      )}
      {projects.length === 0 ? (
        <Nothing>{empty}</Nothing>
      ) : (
        <Sorter
          items={projects}
          thing="project"
          disabled={fixed}
          strategy={view === 'grid' ? rectSortingStrategy : verticalListSortingStrategy}
          modifiers={view === 'grid' ? undefined : [restrictToVerticalAxis]}
          onMove={(from, to) => onMove(shown, from, to)}
        >
          {view === 'grid' ? (
            <CardGrid>{items}</CardGrid>
          ) : (
            <ProjectTable label={title || 'Projects'} sort={sort} onSort={onSort}>
              {items}
            </ProjectTable>
          )}
        </Sorter>
      )}
    </Stack>
  );
}
