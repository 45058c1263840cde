import { useQueryClient } from '@tanstack/react-query';
import { History, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Screen } from '../../ui/Screen';
import { Button, EmptyState, Row, Unreadable } from '../../ui';
import { lateDialog } from '../../ui/late-dialog';
import {
  reorderShown,
  sectionsOf,
  sortProjects,
  type Sort,
  type StatusFilter,
} from '../../domains/projects/project-list';
import { reorderProjects, useCreateProject, useProjects } from '../../domains/projects/queries';
import { useProjectActions } from '../../domains/projects/useProjectActions';
import { DashboardSkeleton } from './DashboardSkeleton';
import { DashboardToolbar } from './DashboardToolbar';
import { ProjectSection } from './ProjectSection';
import { useStoredView } from './useStoredView';

const DeletedProjects = lateDialog(
  async () => (await import('../../domains/deleted/DeletedProjects')).default,
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
  const sections = useMemo(() => sectionsOf(sortProjects(projects ?? [], sort), filter), [projects, sort, filter]);

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
        </Row>
      )}
      {showsDeleted && <DeletedProjects onClose={() => setShowsDeleted(false)} />}
    </Screen>
  );
}
