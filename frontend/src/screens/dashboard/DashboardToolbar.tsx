import { PROJECT_STATUS_LABELS, PROJECT_STATUSES } from '@storyreel/contracts';
import { LayoutGrid, List, Plus } from 'lucide-react';
import { Button, Select, ToggleGroup } from '../../ui';
import type { Sort, StatusFilter } from '../../domains/projects/project-list';
import type { ProjectView } from './ProjectSection';

const STATUS_OPTIONS: readonly { value: StatusFilter; label: string }[] = [
  { value: 'all', label: 'All Status' },
  ...PROJECT_STATUSES.map((value) => ({ value, label: PROJECT_STATUS_LABELS[value] })),
];
const VIEWS = [
  { value: 'grid', label: 'Grid view', icon: <LayoutGrid size={16} aria-hidden />, hideLabel: true },
  { value: 'list', label: 'List view', icon: <List size={16} aria-hidden />, hideLabel: true },
] as const;

export interface DashboardToolbarProps {
  filter: StatusFilter;
  onFilter: (filter: StatusFilter) => void;
  sort: Sort | null;
  onClearSort: () => void;
  view: ProjectView;
  onView: (view: ProjectView) => void;
  onCreate: () => void;
  creating: boolean;
}

export function DashboardToolbar(props: DashboardToolbarProps) {
  return (
    <>
      {props.sort && (
        <Button variant="ghost" onClick={props.onClearSort}>
          Clear Sorting
        </Button>
      )}
      <Select ariaLabel="Status filter" value={props.filter} onValueChange={props.onFilter} options={STATUS_OPTIONS} />
      <ToggleGroup ariaLabel="View" value={props.view} onValueChange={props.onView} options={VIEWS} />
      <Button variant="primary" icon={<Plus size={16} aria-hidden />} loading={props.creating} onClick={props.onCreate}>
        New Project
      </Button>
    </>
  );
}
