import styled from '@emotion/styled';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { memo } from 'react';
import type { ReactNode } from 'react';
import { useMediaQuery } from '../../platform/useMediaQuery';
import { DragHandle, mobile, MOBILE, space, tokens, VisuallyHidden } from '../../ui';
import { useSortedItem } from '../../ui/Sorter';
import { NextStepLink } from '../next-step/NextStepLink';
import { ProjectMenu } from '../projects/ProjectMenu';
import { ProgressionDots, StatusBadge } from '../projects/ProjectStatus';
import { Kin, ProjectDescription, ProjectTitle } from './ProjectCard';
import type { ProjectCardProps } from './ProjectCard';
import { nextSort } from './project-list';
import type { Sort, SortColumn } from './project-list';

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  table-layout: fixed;
  & th {
    height: 40px;
    padding: 0 ${space(2)};
    border-bottom: 1px solid ${tokens.line};
    color: ${tokens.text3};
    font-size: ${tokens.caption};
    font-weight: 550;
    text-align: left;
    white-space: nowrap;
  }
  & th.title,
  & th.description {
    padding-left: ${space(3.5)};
  }
  & .handle {
    width: 44px;
  }
  & .title {
    width: 28%;
  }
  & .scenes {
    width: 92px;
    font-variant-numeric: tabular-nums;
  }
  & .progression {
    width: 192px;
  }
  & .status {
    width: 124px;
  }
  & .actions {
    width: 72px;
  }
  ${mobile} {
    & .description,
    & .progression,
    & .scenes {
      display: none;
    }
    & .title {
      width: auto;
    }
    & th.title {
      padding-left: ${space(1.5)};
    }
    & .handle {
      width: 44px;
    }
    & .status {
      width: 96px;
    }
    & .actions {
      width: 52px;
    }
    & th.actions,
    & td.handle,
    & td.actions {
      padding-inline: ${space(1)};
    }
  }
`;
const Row = styled.tr`
  position: relative;
  height: 44px;
  background: ${tokens.surface1};
  & > td {
    padding: ${space(1)} ${space(2)};
    border-bottom: 1px solid ${tokens.line};
    overflow: hidden;
  }
  & > .title,
  & > .description {
    --lines: 1;
    padding-left: ${space(3.5)};
  }
  & > .progression {
    padding-block: ${space(1.5)};
  }
  & > .progression > * {
    display: flex;
  }
  ${mobile} {
    & > .title {
      --lines: 2;
      padding-left: ${space(1.5)};
      /* The next step is never truncated, and may take two lines. */
      & a {
        white-space: normal;
      }
    }
  }
  @media (max-width: 359.98px) {
    & > .title a > svg {
      display: none;
    }
  }
  & > .title {
    font-weight: 550;
  }
  & > .description {
    color: ${tokens.text2};
  }
  &:hover {
    background: ${tokens.surface2};
  }
  &[data-dragging='true'] {
    z-index: 2;
    background: ${tokens.surface2};
    box-shadow: ${tokens.shadow};
  }
`;
const SortButton = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${space(1)};
  min-height: 32px;
  margin-left: -${space(1.5)};
  padding: 0 ${space(1.5)};
  border: 0;
  border-radius: ${tokens.radiusSmall};
  background: none;
  font: inherit;
  cursor: pointer;
  &:hover {
    background: ${tokens.surface3};
    color: ${tokens.text1};
  }
`;
const Scroller = styled.div`
  overflow: hidden;
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  background: ${tokens.surface1};
  & tbody tr:last-of-type > td {
    border-bottom: 0;
  }
`;

interface TableProps {
  label: string;
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
  children: ReactNode;
}

const ARROWS = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown } as const;

function SortableHead({
  column,
  title,
  sort,
  onSort,
}: { column: SortColumn; title: string } & Pick<TableProps, 'sort' | 'onSort'>) {
  const direction = sort?.column === column ? sort.direction : 'none';
  const Arrow = ARROWS[direction];
  return (
    <th scope="col" className={column} aria-sort={direction}>
      <SortButton type="button" onClick={() => onSort(nextSort(sort, column))}>
        {title}
        <Arrow size={16} aria-hidden />
      </SortButton>
    </th>
  );
}

export function ProjectTable({ label, sort, onSort, children }: TableProps) {
  return (
    <Scroller>
      <Table aria-label={label}>
        <thead>
          <tr>
            <th scope="col" className="handle">
              <VisuallyHidden>Move</VisuallyHidden>
            </th>
            <SortableHead column="title" title="Title" sort={sort} onSort={onSort} />
            <th scope="col" className="description">
              Description
            </th>
            <SortableHead column="scenes" title="Scenes" sort={sort} onSort={onSort} />
            <th scope="col" className="progression">
              Progression
            </th>
            <SortableHead column="status" title="Status" sort={sort} onSort={onSort} />
            <th scope="col" className="actions">
              Actions
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </Table>
    </Scroller>
  );
}

/** Memoised, because a drag rerenders every row many times. */
const Cells = memo(function Cells({ project, kin, actions }: Pick<ProjectCardProps, 'project' | 'kin' | 'actions'>) {
  // A narrow row has no room for the progress column.
  const isNarrow = useMediaQuery(MOBILE);
  const next = <NextStepLink project={project} />;
  return (
    <>
      <td className="title">
        <ProjectTitle project={project} />
        {kin !== null && <Kin dir="auto">{kin}</Kin>}
        {isNarrow && next}
      </td>
      <td className="description">
        <ProjectDescription project={project} />
      </td>
      <td className="scenes">{project.sceneCount}</td>
      <td className="progression">
        <ProgressionDots project={project} />
        {!isNarrow && next}
      </td>
      <td className="status">
        <StatusBadge status={project.status} />
      </td>
      <td className="actions">
        <ProjectMenu project={project} actions={actions} kind="row" />
      </td>
    </>
  );
});

export const ProjectRow = memo(function ProjectRow({ project, kin, actions, fixed }: ProjectCardProps) {
  const { isDragging, item, handle } = useSortedItem(project.id);
  return (
    <Row {...item} data-dragging={isDragging}>
      <td className="handle">
        <DragHandle
          {...handle}
          label={`Move ${project.title}`}
          disabled={fixed}
          title={fixed ? 'Clear the sorting to move projects' : undefined}
        />
      </td>
      <Cells project={project} kin={kin} actions={actions} />
    </Row>
  );
});
