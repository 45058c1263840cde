import { styleListView } from './style-list.view';
import { stylesPushRule } from './styles.push';

export { styleAggregate } from './style';
export { StylesModule } from './styles.module';

export const stylesViews = [styleListView] as const;
export const stylesPushRules = [stylesPushRule];
