import { useSearch } from '@tanstack/react-router';
import { useProjects } from '../../domains/projects/queries';
import { dayAt, visitorZone } from '../../platform/zoned-time';
import { Screen } from '../../ui/Screen';
import { Skeleton } from '../../ui';
import { Composer, SUBTITLE } from './Composer';
import { draftOf } from './post-draft';

export function CreatePostScreen() {
  const { projectId, sceneId, video, film, platform, when } = useSearch({ from: '/create-post' });
  const search = { projectId, sceneId, video, film, platform, when };
  const { data: projects, isPending } = useProjects();
  // A post about a film begins with the words of its project.
  const isOfFilm = projectId !== undefined && (video !== undefined || film !== undefined);
  if (isOfFilm && isPending) return <Waiting />;
  const project = isOfFilm ? projects?.find(({ id }) => id === projectId) : undefined;
  const beginning = draftOf(search, dayAt(new Date(), visitorZone()), project);
  // Another address begins another post.
  return <Composer key={Object.values(search).join()} beginning={beginning} filmId={film} />;
}

const Waiting = () => (
  <Screen title="Create New Post" subtitle={SUBTITLE}>
    <Skeleton height="480px" />
  </Screen>
);
