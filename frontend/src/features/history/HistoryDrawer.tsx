import styled from '@emotion/styled';
import { HISTORY_KIND_LABELS, HISTORY_KINDS } from '@storyreel/contracts';
import type { HistoryEntry, Project, Scene } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Dialog, ListState, Select, ShowMore, space, tokens } from '../../ui';
import { sceneNumber, useScenes } from '../scenes/api';
import { takePostBack, takeStep, useHistory } from './api';
import type { HistoryFilters } from './api';
import { HistoryStep } from './HistoryStep';
import { PastProjectView } from './PastProject';
import { keyOf, sessionName, sessionsOf } from './sessions';

const Filters = styled.div`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: ${space(2)};
  margin-bottom: ${space(4)};
  & > * {
    min-width: 0;
  }
`;
const Heading = styled.h3`
  position: sticky;
  top: -${space(4)};
  z-index: 1;
  padding: ${space(3)} 0 ${space(1)};
  background: ${tokens.surface1};
  color: ${tokens.text2};
  font-size: ${tokens.caption};
  font-weight: 600;
`;
const End = styled.div`
  min-height: 1px;
  padding-top: ${space(3)};
`;

const sceneOptions = (scenes: readonly Scene[]) => [
  { value: '', label: 'All scenes' },
  ...scenes.map((scene) => ({ value: scene.id, label: `${sceneNumber(scene)}. ${scene.title || 'Untitled scene'}` })),
];
const KIND_OPTIONS = [
  { value: '' as const, label: 'All kinds of work' },
  ...HISTORY_KINDS.map((value) => ({ value, label: HISTORY_KIND_LABELS[value] })),
];

/** Loads more when the list's end comes into view. */
function useMoreInView(hasMore: boolean, load: () => unknown) {
  const end = useRef<HTMLDivElement>(null);
  const newest = useRef(load);
  useEffect(() => {
    newest.current = load;
  });
  useEffect(() => {
    if (!hasMore || !end.current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void newest.current(), {
      rootMargin: '400px',
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [hasMore]);
  return end;
}

interface HistoryListProps {
  project: Project;
  onLook: (entry: HistoryEntry, newest: string) => void;
}

function HistoryList({ project, onLook }: HistoryListProps) {
  const queryClient = useQueryClient();
  const { data: scenes = [] } = useScenes(project.id);
  const [filters, setFilters] = useState<HistoryFilters>({});
  const list = useHistory(project.id, filters);
  const { data: entries = [] } = list;
  const isFiltered = filters.kind !== undefined || filters.sceneId !== undefined;
  const end = useMoreInView(list.hasNextPage && !list.isFetchNextPageError, () => {
    if (!list.isFetchingNextPage) void list.fetchNextPage();
  });
  const newest = entries.find(({ post, earlier }) => !post && !earlier)?.revision ?? '0';
  return (
    <>
      <Filters>
        <Select
          ariaLabel="Scene"
          value={filters.sceneId ?? ''}
          options={sceneOptions(scenes)}
          onValueChange={(sceneId) => setFilters({ ...filters, sceneId: sceneId || undefined })}
        />
        <Select
          ariaLabel="Kind of work"
          value={filters.kind ?? ''}
          options={KIND_OPTIONS}
          onValueChange={(kind) => setFilters({ ...filters, kind: kind || undefined })}
        />
      </Filters>
      <ListState
        isPending={list.isPending}
        isError={list.isError && entries.length === 0}
        isEmpty={entries.length === 0 && !list.hasNextPage}
        drawing="pages"
        what="the history"
        retry={list.refetch}
        empty={
          isFiltered
            ? { title: 'Nothing of this kind yet', line: 'Choose another scene or kind of work.' }
            : { title: 'Nothing happened yet', line: 'Each change to this project appears here.' }
        }
      >
        {sessionsOf(entries).map((session) => (
          <section key={session.key} aria-label={sessionName(session)}>
            <Heading>{sessionName(session)}</Heading>
            <ul>
              {session.entries.map((entry) => (
                <HistoryStep
                  key={keyOf(entry)}
                  entry={entry}
                  onLook={() => onLook(entry, newest)}
                  onTake={(way) => {
                    const { first, revision, post } = entry;
                    if (post) return void takePostBack(queryClient, project.id, post);
                    void takeStep(queryClient, project.id, way, { first, revision });
                  }}
                />
              ))}
            </ul>
          </section>
        ))}
        <End ref={end}>
          <ShowMore list={list} />
        </End>
      </ListState>
    </>
  );
}

interface HistoryProps {
  project: Project;
  onClose: () => void;
}

/** Shows the history of the open project in a drawer. A selected earlier version is shown in place of the project. */
export default function HistoryDrawer({ project, onClose }: HistoryProps) {
  const [looked, setLooked] = useState<{ revision: string; newest: string } | null>(null);
  if (looked) return <PastProjectView project={project} {...looked} onBack={() => setLooked(null)} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      size="side"
      title="History"
      description="Undo takes back one step. You can also look at any earlier moment, and restore it."
    >
      <HistoryList
        project={project}
        onLook={({ revision }, newest) =>
          setLooked({ revision, newest: BigInt(newest) < BigInt(project.revision) ? project.revision : newest })
        }
      />
    </Dialog>
  );
}
