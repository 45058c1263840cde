import { createLink } from '@tanstack/react-router';
import { Screen } from '../../../ui/Screen';
import { ButtonAnchor, EmptyState } from '../../../ui';

const SocialLink = createLink(ButtonAnchor);

export function CalendarScreen() {
  return (
    <Screen title="Content Calendar">
      <EmptyState
        drawing="calendar"
        title="Coming Soon"
        line="The content calendar is in development. Until then, plan your posts on the Social screen."
        action={
          <SocialLink to="/social" search={{}} data-variant="secondary">
            Go to Social
          </SocialLink>
        }
      />
    </Screen>
  );
}
