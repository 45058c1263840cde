import { CurrentProject } from '../../domains/projects/CurrentProject';
import { Screen } from '../../ui/Screen';
import { EmptyState } from '../../ui';

export function CreatePostScreen() {
  return (
    <Screen title="Create New Post" subtitle={<CurrentProject />}>
      <EmptyState
        drawing="pages"
        title="Posting is not part of this version yet"
        line="Here you will write a post once and send it to your connected platforms."
      />
    </Screen>
  );
}
