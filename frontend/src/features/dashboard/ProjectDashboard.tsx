import { PROJECT_STATUS_LABELS, PROJECT_STATUSES } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { FileUp, History, LayoutGrid, List, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { usePageCookies } from '../../platform/prerender/prerender';
import {
  Button,
  EmptyState,
  Row,
  Select,
  Skeleton,
  Stack,
  ToggleGroup,
  tokens,
  Unreadable,
  VisuallyHidden,
} from '../../ui';
import { Screen } from '../../ui/Screen';
import { lateDialog } from '../../ui/late';
import { useProjectActions } from '../projects/ProjectMenu';
import { reorderProjects, useCreateProject, useProjects } from '../projects/api';
import { Frame, Words } from './ProjectCard';
import { CardGrid, ProjectSection } from './ProjectSection';
import type { ProjectView } from './ProjectSection';
import { besideTheirs, kinOf, reorderShown, sectionsOf, sortProjects } from './project-list';
import type { Sort, StatusFilter } from './project-list';

/** A skeleton of the same size as the loaded projects. */
export function DashboardSkeleton({ view }: { view: ProjectView }) {
  return (
    <Stack gap={3} role="status" aria-busy="true">
      <VisuallyHidden>Loading projects</VisuallyHidden>
      <Skeleton width="200px" height="22px" />
      {view === 'list' ? (
        <Stack gap={0.25}>
          {Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={index} height="44px" radius={tokens.radiusSmall} />
          ))}
        </Stack>
      ) : (
        <CardGrid>
          {Array.from({ length: 6 }, (_, index) => (
            <Frame key={index} as="div" style={{ cursor: 'default' }}>
              <Skeleton aspectRatio="9 / 16" radius="0" />
              <Words>
                <Skeleton width="72px" height="22px" radius="11px" />
                <Skeleton width="80%" height="20px" />
                <Skeleton height="40px" />
              </Words>
            </Frame>
          ))}
        </CardGrid>
      )}
    </Stack>
  );
}

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

const VIEW_COOKIE = 'projects_view';
/** One year in seconds. */
const MAX_AGE = 31_536_000;

/**
 * Returns whether projects are shown as a list or a grid. A cookie stores the choice, so that the server renders it
 * too.
 */
export function useStoredView(): [ProjectView, (view: ProjectView) => void] {
  const cookies = usePageCookies();
  const [view, setView] = useState<ProjectView>(() =>
    cookies.split('; ').includes(`${VIEW_COOKIE}=list`) ? 'list' : 'grid',
  );
  return [
    view,
    (chosen) => {
      document.cookie = `${VIEW_COOKIE}=${chosen}; path=/; max-age=${MAX_AGE}; samesite=lax`;
      setView(chosen);
    },
  ];
}

const DeletedProjects = lateDialog(
  async () => (await import('../projects/RecentlyDeletedDialog')).default,
  ({ onClose }) => onClose(),
);

const ImportProject = lateDialog(
  async () => (await import('./ImportProjectDialog')).default,
  ({ onClose }) => onClose(),
);

export function ProjectDashboard() {
  const { data: projects, isError, refetch } = useProjects();
  const { create, isPending: creating } = useCreateProject();
  const queryClient = useQueryClient();
  const actions = useProjectActions();
  const [filter, setFilter] = useState<StatusFilter>('all');
  const [sort, setSort] = useState<Sort | null>(null);
  const [view, setView] = useStoredView();
  const [showsDeleted, setShowsDeleted] = useState(false);
  const [imports, setImports] = useState(false);
  const sections = useMemo(() => {
    const found = sectionsOf(sortProjects(projects ?? [], sort), filter);
    return sort ? found : found.map((section) => ({ ...section, projects: besideTheirs(section.projects) }));
  }, [projects, sort, filter]);

  function move(shown: string[], from: string, to: string): void {
    const all = projects?.map(({ id }) => id) ?? [];
    void reorderProjects(queryClient, reorderShown(all, shown, from, to));
  }

  return (
    <Screen
      title="Your Projects"
      subtitle="Create and manage your AI-powered stories"
      actions={
        <DashboardToolbar
          filter={filter}
          onFilter={setFilter}
          sort={sort}
          onClearSort={() => setSort(null)}
          view={view}
          onView={setView}
          onCreate={create}
          creating={creating}
        />
      }
    >
      {projects ? (
        projects.length === 0 ? (
          <EmptyState
            drawing="pages"
            title="No projects yet"
            line="Create your first AI-powered story project"
            action={
              <Button variant="primary" icon={<Plus size={16} aria-hidden />} loading={creating} onClick={create}>
                Create First Project
              </Button>
            }
          />
        ) : (
          sections.map((section) => (
            <ProjectSection
              key={section.key}
              section={section}
              kinOf={(project) => kinOf(project, projects)}
              view={view}
              sort={sort}
              onSort={setSort}
              onMove={move}
              actions={actions}
            />
          ))
        )
      ) : isError ? (
        <Unreadable what="your projects" retry={refetch} />
      ) : (
        <DashboardSkeleton view={view} />
      )}
      {projects && (
        <Row gap={2}>
          <Button
            variant="ghost"
            size="small"
            icon={<History size={16} aria-hidden />}
            onClick={() => setShowsDeleted(true)}
          >
            Recently Deleted
          </Button>
          <Button variant="ghost" size="small" icon={<FileUp size={16} aria-hidden />} onClick={() => setImports(true)}>
            Import Project
          </Button>
        </Row>
      )}
      {showsDeleted && <DeletedProjects onClose={() => setShowsDeleted(false)} />}
      {imports && <ImportProject onClose={() => setImports(false)} />}
    </Screen>
  );
}
