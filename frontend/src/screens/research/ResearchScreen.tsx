import { CurrentProject } from '../../domains/projects/CurrentProject';
import { Screen } from '../../ui/Screen';
import { EmptyState } from '../../ui';

export function ResearchScreen() {
  return (
    <Screen title="Research" subtitle={<CurrentProject />}>
      <EmptyState
        drawing="compass"
        title="The research assistant is not part of this version yet"
        line="Here you will ask about your story’s world and keep the answers with your project."
      />
    </Screen>
  );
}
