import { EmptyState } from '../../ui';
import { Screen } from '../../ui/Screen';

export function GoodExampleScreen() {
  return (
    <Screen title="Good Example">
      <EmptyState title="There is nothing here yet" />
    </Screen>
  );
}
