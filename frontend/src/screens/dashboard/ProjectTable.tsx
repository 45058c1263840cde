import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { VisuallyHidden } from '../../ui';
import { nextSort, type Sort, type SortColumn } from '../../domains/projects/project-list';
import { Scroller, SortButton, Table } from './project-table-styles';

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
