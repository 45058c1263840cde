import { CurrentProject } from '../../domains/projects/CurrentProject';
import { Screen } from '../../ui/Screen';
import { EmptyState } from '../../ui';

export function SocialScreen() {
  return (
    <Screen title="Social" subtitle={<CurrentProject />}>
      <EmptyState
        drawing="frames"
        title="No social accounts yet"
        line="Connecting YouTube, Instagram and TikTok is not part of this version yet. Your finished videos can be downloaded from a project’s Create tab."
      />
    </Screen>
  );
}
