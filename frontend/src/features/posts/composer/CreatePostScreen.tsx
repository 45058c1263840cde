import { useSearch } from '@tanstack/react-router';
import { visitorZone } from '../../../platform/time/written-dates';
import { dayAt } from '../../../platform/time/zoned-time';
import { Skeleton } from '../../../ui';
import { Screen } from '../../../ui/Screen';
import { useProjects } from '../../projects/api';
import { useSocialAccounts } from '../api';
import { Composer, COMPOSER_TITLES } from './Composer';
import { draftOf } from './composer-draft';

/** The full composer, which begins with the post that the address describes. */
export function CreatePostScreen() {
  const { projectId, sceneId, video, film, part, platform, when } = useSearch({ from: '/create-post' });
  const search = { projectId, sceneId, video, film, part, platform, when };
  const { data: projects, isPending } = useProjects();
  const { data: accounts, isPending: isReadingAccounts } = useSocialAccounts();
  // A post about a film begins with the project's text.
  const isOfFilm = projectId !== undefined && (video !== undefined || film !== undefined);
  if (isReadingAccounts || (isOfFilm && isPending))
    return (
      <Screen {...COMPOSER_TITLES}>
        <Skeleton height="480px" />
      </Screen>
    );
  const project = isOfFilm ? projects?.find(({ id }) => id === projectId) : undefined;
  const beginning = draftOf(search, dayAt(new Date(), visitorZone()), project, accounts);
  // A different address starts a new post.
  return <Composer key={Object.values(search).join()} layout="full" beginning={beginning} filmId={film} />;
}
